#include "head_mask.hpp"

namespace attn::operations {

template <typename Scalar>
Status readHeadMask(const Call<Scalar>& call, std::string_view name, const TensorShape& pairs,
                    Buffer<std::size_t>& headOffsets, HeadMask<Scalar>& mask) {
  const Tensor<Scalar>* const tensor = call.tensor(name);
  if (tensor == nullptr) return Status::ok;
  if (tensor->shape.rank() > pairs.rank()) return Status::badShape;
  std::size_t strides[kMaxRank] = {};
  std::size_t stride = 1;
  for (int axis = 1; axis <= tensor->shape.rank(); ++axis) {
    const int size = tensor->shape[-axis];
    if (size != 1 && size != pairs[-axis]) return Status::badShape;
    strides[pairs.rank() - axis] = size == 1 ? 0 : stride;
    stride *= static_cast<std::size_t>(size);
  }
  const TensorShape heads = pairs.withoutLast(2);
  const std::size_t headCount = heads.count();
  if (!headOffsets.resize(headCount)) return Status::outOfMemory;
  for (std::size_t head = 0; head < headCount; ++head) {
    std::size_t offset = 0;
    std::size_t rest = head;
    for (int axis = heads.rank() - 1; axis >= 0; --axis) {
      const std::size_t size = static_cast<std::size_t>(heads[axis]);
      offset += rest % size * strides[axis];
      rest /= size;
    }
    headOffsets[head] = offset;
  }
  mask.data = tensor->data();
  mask.headOffsets = headOffsets.data();
  mask.queryStride = strides[pairs.rank() - 2];
  mask.keyStride = strides[pairs.rank() - 1];
  return Status::ok;
}

template Status readHeadMask(const Call<float>&, std::string_view, const TensorShape&, Buffer<std::size_t>&,
                             HeadMask<float>&);
template Status readHeadMask(const Call<double>&, std::string_view, const TensorShape&, Buffer<std::size_t>&,
                             HeadMask<double>&);

}  // namespace attn::operations
