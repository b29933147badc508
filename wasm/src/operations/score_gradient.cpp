#include "attn/score_gradient.hpp"

#include "attn/call.hpp"
#include "score_fields.hpp"

namespace attn::operations {

template <typename Scalar>
Status scoreGradient(Call<Scalar>& call) {
  Input<Scalar> input;
  if (const Status status = readScoreFields(call, input); status != Status::ok) return status;
  if (const Status status = checkScoreInput(input); status != Status::ok) return status;
  const Tensor<Scalar>* const scoresGradient = call.tensor("scoresGradient");
  const TensorShape pairs{input.shape.queryCount, input.shape.keyCount};
  if (scoresGradient == nullptr || !(scoresGradient->shape == pairs)) return Status::badShape;

  ScoreGradient<Scalar> gradient;
  if (const Status status = addScoreGradientResults(call, input, gradient); status != Status::ok) return status;
  ScoreGradientWorkspace<Scalar> workspace;
  if (const Status status = computeScoreGradient(input, scoresGradient->data(), workspace, gradient);
      status != Status::ok) {
    return status;
  }
  return addNumberResult(call, "scaleGradient", gradient.scale);
}

template Status scoreGradient(Call<float>&);
template Status scoreGradient(Call<double>&);

}  // namespace attn::operations
