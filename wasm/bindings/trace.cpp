#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cmath>
#include <string>

#include "attn/threads.hpp"
#include "attn/trace.hpp"

// The Embind table of the module with the trace, typed by module.d.ts. No computation happens here.

namespace {

using emscripten::typed_memory_view;
using emscripten::val;

/// The plain numbers of an input. A mask's flag says that its array will be filled in.
struct Problem {
  int queryCount;
  int keyCount;
  int valueDim;
  int queryDim;
  int keyDim;
  int attentionDim;
  int scoreFunction;
  double scale;  ///< NaN: the formula's own
  double temperature;
  int causal;
  int leftWindow;   ///< −1: none
  int rightWindow;  ///< −1: none
  bool hasKeyMask;
  bool hasPairMask;
  bool hasQueryMask;
  bool hasAdditiveMask;
};

std::optional<int> windowOf(int window) { return window < 0 ? std::nullopt : std::optional(window); }

std::size_t area(int rows, int columns) {
  return rows < 0 || columns < 0 ? 0 : static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

/// One computation at a time: prepare, fill the arrays, run, read the results. Its memory is kept for the next.
template <typename Scalar>
class Session {
 public:
  /// Makes room for the arrays the problem needs. Views taken before are stale afterwards.
  int prepare(const Problem& problem) {
    isReady_ = false;
    input_ = {};
    input_.shape = {problem.queryCount, problem.keyCount, problem.valueDim,
                    problem.queryDim,   problem.keyDim,   problem.attentionDim};
    input_.scoreFunction = static_cast<attn::ScoreFunction>(problem.scoreFunction);
    if (!std::isnan(problem.scale)) input_.scale = problem.scale;
    input_.temperature = problem.temperature;
    input_.mask.causal = static_cast<attn::Causal>(problem.causal);
    input_.mask.leftWindow = windowOf(problem.leftWindow);
    input_.mask.rightWindow = windowOf(problem.rightWindow);

    // Sizes are checked before memory is asked for; the arrays only have to be there.
    attn::Input<Scalar> sizes = input_;
    static const Scalar placeholder{};
    for (auto member : {&attn::Input<Scalar>::scores, &attn::Input<Scalar>::queries, &attn::Input<Scalar>::keys,
                        &attn::Input<Scalar>::W, &attn::Input<Scalar>::W_q, &attn::Input<Scalar>::W_k,
                        &attn::Input<Scalar>::v, &attn::Input<Scalar>::values}) {
      sizes.*member = &placeholder;
    }
    if (const attn::Status status = attn::checkInput(sizes); status != attn::Status::ok) return code(status);
    return code(allocate(problem) ? attn::Status::ok : attn::Status::outOfMemory);
  }

  int run() {
    const attn::Status status = attn::computeTrace(input_, workspace_, trace_);
    isReady_ = status == attn::Status::ok;
    return code(status);
  }

  /// Of the row of the last run.
  int rowDetail(int queryIndex) {
    if (!isReady_) return code(attn::Status::badValue);
    return code(attn::computeRowDetail(input_, trace_, queryIndex, workspace_, detail_));
  }

  val scores() { return view(scores_); }
  val queries() { return view(queries_); }
  val keys() { return view(keys_); }
  val W() { return view(W_); }
  val W_q() { return view(W_q_); }
  val W_k() { return view(W_k_); }
  val v() { return view(v_); }
  val values() { return view(values_); }
  val additiveMask() { return view(additiveMask_); }
  val keyMask() { return view(keyMask_); }
  val pairMask() { return view(pairMask_); }
  val queryMask() { return view(queryMask_); }

  val tracedScores() { return view(trace_.scores); }
  val visible() { return view(trace_.visible); }
  val logits() { return view(trace_.logits); }
  val exponentials() { return view(trace_.exponentials); }
  val exponentialSums() { return view(trace_.exponentialSums); }
  val shiftedExponentials() { return view(trace_.shiftedExponentials); }
  val shiftedSums() { return view(trace_.shiftedSums); }
  val weights() { return view(trace_.weights); }
  val weightSums() { return view(trace_.weightSums); }
  val context() { return view(trace_.context); }
  val logSumExp() { return view(trace_.logSumExp); }
  val entropy() { return view(trace_.entropy); }
  val largestKey() { return view(trace_.largestKey); }
  val isEmpty() { return view(trace_.isEmpty); }

  int termCount() const { return detail_.termCount; }
  double scale() const { return detail_.scale; }
  val scoreTerms() { return view(detail_.scoreTerms); }
  val contributions() { return view(detail_.contributions); }

 private:
  static int code(attn::Status status) { return static_cast<int>(status); }

  template <typename T>
  static val view(attn::Buffer<T>& buffer) {
    return val(typed_memory_view(buffer.size(), buffer.data()));
  }

  template <typename T>
  static bool provide(attn::Buffer<T>& buffer, bool isUsed, std::size_t size, const T*& pointer) {
    if (!buffer.resize(isUsed ? size : 0)) return false;
    pointer = isUsed ? buffer.data() : nullptr;
    return true;
  }

  bool allocate(const Problem& p) {
    using attn::ScoreFunction;
    const ScoreFunction formula = input_.scoreFunction;
    const bool isGiven = formula == ScoreFunction::given;
    const bool isBilinear = formula == ScoreFunction::bilinear;
    const bool isAdditive = formula == ScoreFunction::additive;
    const std::size_t pairs = area(p.queryCount, p.keyCount);
    return provide(scores_, isGiven, pairs, input_.scores) &&
           provide(queries_, !isGiven, area(p.queryCount, p.queryDim), input_.queries) &&
           provide(keys_, !isGiven, area(p.keyCount, p.keyDim), input_.keys) &&
           provide(W_, isBilinear, area(p.queryDim, p.keyDim), input_.W) &&
           provide(W_q_, isAdditive, area(p.queryDim, p.attentionDim), input_.W_q) &&
           provide(W_k_, isAdditive, area(p.keyDim, p.attentionDim), input_.W_k) &&
           provide(v_, isAdditive, area(1, p.attentionDim), input_.v) &&
           provide(values_, true, area(p.keyCount, p.valueDim), input_.values) &&
           provide(additiveMask_, p.hasAdditiveMask, pairs, input_.additiveMask) &&
           provide(keyMask_, p.hasKeyMask, area(1, p.keyCount), input_.mask.keyMask) &&
           provide(pairMask_, p.hasPairMask, pairs, input_.mask.pairMask) &&
           provide(queryMask_, p.hasQueryMask, area(1, p.queryCount), input_.mask.queryMask);
  }

  attn::Input<Scalar> input_;
  attn::Buffer<Scalar> scores_, queries_, keys_, W_, W_q_, W_k_, v_, values_, additiveMask_;
  attn::Buffer<std::uint8_t> keyMask_, pairMask_, queryMask_;
  attn::Workspace<Scalar> workspace_;
  attn::Trace<Scalar> trace_;
  attn::RowDetail<Scalar> detail_;
  bool isReady_ = false;
};

template <typename Scalar>
void bindSession(const char* name) {
  using S = Session<Scalar>;
  emscripten::class_<S>(name)
      .template constructor<>()
      .function("prepare", &S::prepare)
      .function("run", &S::run)
      .function("rowDetail", &S::rowDetail)
      // inputs
      .function("scores", &S::scores)
      .function("queries", &S::queries)
      .function("keys", &S::keys)
      .function("W", &S::W)
      .function("W_q", &S::W_q)
      .function("W_k", &S::W_k)
      .function("v", &S::v)
      .function("values", &S::values)
      .function("additiveMask", &S::additiveMask)
      .function("keyMask", &S::keyMask)
      .function("pairMask", &S::pairMask)
      .function("queryMask", &S::queryMask)
      // results of run
      .function("tracedScores", &S::tracedScores)
      .function("visible", &S::visible)
      .function("logits", &S::logits)
      .function("exponentials", &S::exponentials)
      .function("exponentialSums", &S::exponentialSums)
      .function("shiftedExponentials", &S::shiftedExponentials)
      .function("shiftedSums", &S::shiftedSums)
      .function("weights", &S::weights)
      .function("weightSums", &S::weightSums)
      .function("context", &S::context)
      .function("logSumExp", &S::logSumExp)
      .function("entropy", &S::entropy)
      .function("largestKey", &S::largestKey)
      .function("isEmpty", &S::isEmpty)
      // results of rowDetail
      .function("termCount", &S::termCount)
      .function("scale", &S::scale)
      .function("scoreTerms", &S::scoreTerms)
      .function("contributions", &S::contributions);
}

}  // namespace

EMSCRIPTEN_BINDINGS(trace) {
  emscripten::constant("contractVersion", attn::kContractVersion);
  emscripten::function("startThreads", &attn::startThreads);
  emscripten::value_object<Problem>("Problem")
      .field("queryCount", &Problem::queryCount)
      .field("keyCount", &Problem::keyCount)
      .field("valueDim", &Problem::valueDim)
      .field("queryDim", &Problem::queryDim)
      .field("keyDim", &Problem::keyDim)
      .field("attentionDim", &Problem::attentionDim)
      .field("scoreFunction", &Problem::scoreFunction)
      .field("scale", &Problem::scale)
      .field("temperature", &Problem::temperature)
      .field("causal", &Problem::causal)
      .field("leftWindow", &Problem::leftWindow)
      .field("rightWindow", &Problem::rightWindow)
      .field("hasKeyMask", &Problem::hasKeyMask)
      .field("hasPairMask", &Problem::hasPairMask)
      .field("hasQueryMask", &Problem::hasQueryMask)
      .field("hasAdditiveMask", &Problem::hasAdditiveMask);
  bindSession<float>("Float32Session");
  bindSession<double>("Float64Session");
}
