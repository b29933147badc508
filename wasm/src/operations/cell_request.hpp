#pragma once

#include "attn/call.hpp"
#include "attn/cell.hpp"

namespace attn::operations {

/// Reads cell, reset and gateOrder; the widths are the caller's to fill in. badValue for an unknown or missing name.
template <typename Scalar>
Status readCellOptions(const Call<Scalar>& call, CellOptions& options) {
  const int kind = call.choice("cell", {"rnn", "gru", "lstm"}, -1);
  if (kind < 0) return Status::badValue;
  options.kind = static_cast<CellKind>(kind);
  if (options.kind != CellKind::gru) return Status::ok;
  const int reset = call.choice("reset", {"before", "after"}, -1);
  const int gateOrder = call.choice("gateOrder", {"zrh", "rzn"}, -1);
  if (reset < 0 || gateOrder < 0) return Status::badValue;
  options.reset = static_cast<Reset>(reset);
  options.gateOrder = static_cast<GateOrder>(gateOrder);
  return Status::ok;
}

/// The parameters by their names.
template <typename Scalar>
CellParameters<Scalar> readCellParameters(const Call<Scalar>& call) {
  return {call.numbers("W"), call.numbers("R"), call.numbers("inputBias"), call.numbers("recurrentBias")};
}

}  // namespace attn::operations
