#pragma once

namespace attn {

/// The contract these sources were written for. Equals `contractVersion` of web/contract/attention-engine.ts.
constexpr int kContractVersion = 1;

/// Why the core refused; nothing throws. The order is that of `engineStatuses` in web/contract/engine-error.ts,
/// which turns the number into a sentence. The last three are raised outside the core.
enum class Status : int { ok, badShape, badValue, tooLarge, outOfMemory, unavailable, disposed, cancelled };

}  // namespace attn
