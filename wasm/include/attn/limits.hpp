#pragma once

namespace attn {

/// The same numbers as web/contract/limits.ts; over one of them an input is refused with Status::tooLarge.

/// Queries or keys.
constexpr int kMaxCount = 65'536;
/// Width of a query, key, value or attention vector.
constexpr int kMaxDim = 4'096;
/// queryCount × keyCount of a trace, which keeps five arrays of that size.
constexpr int kMaxTraceScores = 1'048'576;
/// Numbers in one tensor of an operation's request or result.
constexpr int kMaxTensorNumbers = 4'194'304;
/// Numbers that additive scores make of all queries which share a head of keys: they are there at once.
constexpr int kMaxProjectedQueries = 67'108'864;
/// Axes of a tensor.
constexpr int kMaxRank = 8;

}  // namespace attn
