#include <array>

#include "attn/call.hpp"

// All operations, or those of one module.
#ifndef ATTN_OPERATIONS
#define ATTN_OPERATIONS "operations.def"
#endif

namespace attn {
namespace operations {

// The adapters: each reads its request from the call, computes, and writes its results there.
#define ATTN_OPERATION(name) \
  template <typename Scalar> \
  Status name(Call<Scalar>& call);
#include ATTN_OPERATIONS
#undef ATTN_OPERATION

}  // namespace operations

namespace {

template <typename Scalar>
struct Entry {
  std::string_view name;
  Status (*run)(Call<Scalar>& call);
};

template <typename Scalar>
constexpr Entry<Scalar> kTable[] = {
#define ATTN_OPERATION(name) {#name, &operations::name<Scalar>},
#include ATTN_OPERATIONS
#undef ATTN_OPERATION
};

}  // namespace

template <typename Scalar>
Status runOperation(std::string_view name, Call<Scalar>& call) {
  for (const Entry<Scalar>& entry : kTable<Scalar>) {
    if (entry.name != name) continue;
    call.clearResults();
    const Status status = entry.run(call);
    if (status != Status::ok) call.clearResults();
    return status;
  }
  return Status::badValue;
}

int operationCount() { return static_cast<int>(std::size(kTable<double>)); }

std::string_view operationName(int index) { return kTable<double>[index].name; }

template Status runOperation(std::string_view, Call<float>&);
template Status runOperation(std::string_view, Call<double>&);

}  // namespace attn
