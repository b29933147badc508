#include "fused_request.hpp"

#include "formula_request.hpp"
#include "window.hpp"

namespace attn::operations {

template <typename Scalar>
Status readFusedScores(const Call<Scalar>& call, FusedAttentionInput<Scalar>& input) {
  const int scoreFunction = call.choice("scoreFunction", {"given", "dot", "scaledDot", "bilinear", "additive"},
                                        static_cast<int>(ScoreFunction::scaledDot));
  const int causal = call.choice("causal", {"none", "topLeft", "bottomRight"}, 0);
  if (scoreFunction < 0 || causal < 0) return Status::badValue;
  input.scoreFunction = static_cast<ScoreFunction>(scoreFunction);
  input.causal = static_cast<Causal>(causal);
  input.scale = call.number("scale");
  if (!readWindow(call, "leftWindow", input.leftWindow)) return Status::badValue;
  if (!readWindow(call, "rightWindow", input.rightWindow)) return Status::badValue;
  input.queryRows = call.numbers("queryRows");
  if (!call.fits("queryRows", {input.shape.queryCount})) return Status::badShape;
  return readFormula(call, input);
}

template Status readFusedScores(const Call<float>&, FusedAttentionInput<float>&);
template Status readFusedScores(const Call<double>&, FusedAttentionInput<double>&);

}  // namespace attn::operations
