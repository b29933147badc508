#include "attn/positional_encoding.hpp"

#include "attn/call.hpp"

namespace attn::operations {
namespace {

constexpr double kDefaultBase = 10'000;

/// The request's positions [positionCount], or nullptr.
template <typename Scalar>
const Tensor<Scalar>* positionsOf(const Call<Scalar>& call) {
  const Tensor<Scalar>* const positions = call.tensor("positions");
  return positions != nullptr && positions->shape.rank() == 1 ? positions : nullptr;
}

/// The sizes of the request's vectors, in either layout. False where there are none or the heads do not fit.
template <typename Scalar>
bool readVectors(const Call<Scalar>& call, RotaryInput<Scalar>& input) {
  const Tensor<Scalar>* const vectors = call.tensor("vectors");
  if (vectors == nullptr) return false;
  input.vectors = vectors->data();
  const TensorShape& shape = vectors->shape;
  input.batchCount = shape[0];
  input.hasHeadsFirst = shape.rank() == 4;
  if (input.hasHeadsFirst) {
    input.headCount = shape[1];
    input.positionCount = shape[2];
    input.dim = shape[3];
    return call.whole("headCount", input.headCount) == input.headCount;
  }
  input.headCount = call.whole("headCount", 0).value_or(0);
  if (shape.rank() != 3 || input.headCount < 1 || shape[2] % input.headCount != 0) return false;
  input.positionCount = shape[1];
  input.dim = shape[2] / input.headCount;
  return true;
}

}  // namespace

template <typename Scalar>
Status sinusoidalEncoding(Call<Scalar>& call) {
  const Tensor<Scalar>* const positions = positionsOf(call);
  const std::optional<int> dim = call.whole("dim", 0);
  if (positions == nullptr) return Status::badShape;
  if (!dim || *dim < 1) return Status::badValue;
  if (*dim > kMaxDim) return Status::tooLarge;
  const bool interleaved = call.number("interleaved").value_or(1) != 0;
  Tensor<Scalar>* const encoding = call.addResult("encoding", {positions->shape[0], *dim});
  if (encoding == nullptr) return call.failure();
  return computeSinusoidalEncoding(positions->shape[0], positions->data(), *dim,
                                   call.number("base").value_or(kDefaultBase), interleaved, encoding->data());
}

template <typename Scalar>
Status learnedEncoding(Call<Scalar>& call) {
  const Tensor<Scalar>* const positions = positionsOf(call);
  const Tensor<Scalar>* const table = call.tensor("table");
  if (positions == nullptr || table == nullptr || table->shape.rank() != 2) return Status::badShape;
  Tensor<Scalar>* const encoding = call.addResult("encoding", {positions->shape[0], table->shape[1]});
  if (encoding == nullptr) return call.failure();
  return computeLearnedEncoding(table->shape[0], table->shape[1], table->data(), positions->shape[0], positions->data(),
                                encoding->data());
}

template <typename Scalar>
Status rotaryTable(Call<Scalar>& call) {
  const Tensor<Scalar>* const positions = positionsOf(call);
  const std::optional<int> rotaryDim = call.whole("rotaryDim", 0);
  if (positions == nullptr) return Status::badShape;
  if (!rotaryDim || *rotaryDim < 2) return Status::badValue;
  if (*rotaryDim > kMaxDim) return Status::tooLarge;
  const TensorShape shape{positions->shape[0], *rotaryDim / 2};
  Tensor<Scalar>* const cosines = call.addResult("cosines", shape);
  Tensor<Scalar>* const sines = call.addResult("sines", shape);
  if (cosines == nullptr || sines == nullptr) return call.failure();
  return computeRotaryTable(positions->shape[0], positions->data(), *rotaryDim,
                            call.number("base").value_or(kDefaultBase), cosines->data(), sines->data());
}

template <typename Scalar>
Status rotaryEncoding(Call<Scalar>& call) {
  RotaryInput<Scalar> input;
  if (!readVectors(call, input)) return Status::badShape;
  const std::optional<int> rotaryDim = call.whole("rotaryDim", input.dim);
  if (!rotaryDim || *rotaryDim < 2 || *rotaryDim > input.dim) return Status::badValue;
  input.rotaryDim = *rotaryDim;
  input.interleaved = call.flag("interleaved");

  const Tensor<Scalar>* const cosines = call.tensor("cosines");
  if (cosines == nullptr || call.tensor("sines") == nullptr || !call.fits("sines", cosines->shape)) {
    return Status::badShape;
  }
  input.cosines = cosines->data();
  input.sines = call.numbers("sines");
  input.positions = call.numbers("positions");
  const int pairCount = input.rotaryDim / 2;
  const TensorShape places{input.batchCount, input.positionCount};
  input.tableLength = cosines->shape.rank() < 1 ? 0 : cosines->shape[0];
  const TensorShape table = input.positions == nullptr ? TensorShape{input.batchCount, input.positionCount, pairCount}
                                                       : TensorShape{input.tableLength, pairCount};
  if (!(cosines->shape == table) || !call.fits("positions", places)) return Status::badShape;

  Tensor<Scalar>* const rotated = call.addResult("rotated", call.tensor("vectors")->shape);
  if (rotated == nullptr) return call.failure();
  return computeRotaryEncoding(input, rotated->data());
}

template Status sinusoidalEncoding(Call<float>&);
template Status sinusoidalEncoding(Call<double>&);
template Status learnedEncoding(Call<float>&);
template Status learnedEncoding(Call<double>&);
template Status rotaryTable(Call<float>&);
template Status rotaryTable(Call<double>&);
template Status rotaryEncoding(Call<float>&);
template Status rotaryEncoding(Call<double>&);

}  // namespace attn::operations
