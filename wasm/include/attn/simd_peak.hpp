#pragma once

namespace attn {

/// Multiplies and adds four-lane floats that stay in registers, `rounds` times twelve of them, and returns how many
/// multiplications and additions of single numbers that were: timed, the most this machine gives any kernel without
/// fused multiply-add.
double multiplyAndAdd(int rounds);

}  // namespace attn
