#pragma once

#include "attn/call.hpp"

namespace attn {

/// computeTrace and computeRowDetail as calls, so that the programs of these tests reach all of the core through one
/// door. The fields are those of web/contract/attention-input.ts, flat; rowDetail takes the number queryIndex too.
/// The results are the fields of Trace or RowDetail, all in Scalar.
template <typename Scalar>
Status traceCall(Call<Scalar>& call);
template <typename Scalar>
Status rowDetailCall(Call<Scalar>& call);

/// runOperation, and the two above by the names trace and rowDetail.
template <typename Scalar>
Status runAnyOperation(std::string_view name, Call<Scalar>& call);

}  // namespace attn
