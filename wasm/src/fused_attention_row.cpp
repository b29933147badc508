#include "fused_attention_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact_scores.hpp"
#include "fused_tiles.hpp"
#include "parallel.hpp"

namespace attn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
/// Each with a row of scores of its own.
constexpr int kPieces = 16;

template <typename Scalar>
void fillRow(const FusedAttentionOutput<Scalar>& output, std::size_t row, int valueDim, double number,
             double logSumExp) {
  const std::size_t width = static_cast<std::size_t>(valueDim);
  std::fill_n(output.context + row * width, width, static_cast<Scalar>(number));
  output.logSumExp[row] = static_cast<Scalar>(logSumExp);
  output.entropy[row] = static_cast<Scalar>(number);
  output.largestKey[row] = -1;
}

template <typename Scalar>
class ExactRows {
 public:
  ExactRows(const FusedAttentionInput<Scalar>& input, double scale, const FusedAttentionOutput<Scalar>& output)
      : input_(input), exact_(input, scale), output_(output) {}

  Status redo(const std::uint8_t* isMarked) {
    const FusedAttentionShape& s = input_.shape;
    // Rows that read the same keys.
    const int rowCount = s.headCount / s.keyHeadCount * s.queryCount;
    const int grain = (rowCount + kPieces - 1) / kPieces;
    for (int head = 0; head < s.keyHeadCount; ++head) {
      const std::size_t first = rowOffset(head, rowCount);
      const std::uint8_t* const marks = isMarked + first;
      if (std::find(marks, marks + rowCount, 1) == marks + rowCount) continue;
      if (!resize()) return Status::outOfMemory;
      firstKey_ = rowOffset(head, s.keyCount);
      projectKeys();
      parallelFor(rowCount, grain, [&](int begin, int end) {
        double* const scores = scores_.data() + rowOffset(begin / grain, s.keyCount);
        double* const query = queries_.data() + rowOffset(begin / grain, width());
        for (int row = begin; row < end; ++row) {
          if (marks[row] != 0) compute(first + static_cast<std::size_t>(row), query, scores);
        }
      });
    }
    return Status::ok;
  }

 private:
  int width() const { return exact_.width(); }

  bool resize() {
    const FusedAttentionShape& s = input_.shape;
    return scores_.resize(rowOffset(kPieces, s.keyCount)) && queries_.resize(rowOffset(kPieces, width())) &&
           keys_.resize(rowOffset(s.keyCount, width()));
  }

  void projectKeys() {
    const FusedAttentionShape& s = input_.shape;
    parallelFor(s.keyCount, rowGrain(rowOffset(s.keyDim, width())), [&](int begin, int end) {
      for (int i = begin; i < end; ++i) {
        exact_.projectKey(firstKey_ + static_cast<std::size_t>(i), keys_.data() + rowOffset(i, width()));
      }
    });
  }

  /// What is added to the score of each key of one query.
  struct Shifts {
    const ExactScores<Scalar>& exact;
    int head;
    int queryIndex;

    double operator()(int key) const { return exact.shift(head, queryIndex, key); }
  };

  /// scores [keyCount] is room for those within reach.
  void compute(std::size_t row, double* query, double* scores) const {
    const FusedAttentionShape& s = input_.shape;
    const std::size_t queryCount = static_cast<std::size_t>(s.queryCount);
    const Shifts shifts{exact_, static_cast<int>(row / queryCount), static_cast<int>(row % queryCount)};
    const KeyReach reach = fusedAttentionReach(input_, shifts.queryIndex);
    exact_.projectQuery(row, query);
    int leader = -1;
    double largest = -kInfinity;
    for (int i = reach.first; i <= reach.last; ++i) {
      const double shift = shifts(i);
      scores[i] = shift == -kInfinity ? -kInfinity : exact_.score(query, keys_.data() + rowOffset(i, width()));
      if (std::isnan(scores[i])) return fillRow(output_, row, s.valueDim, kNaN, kNaN);
      if (scores[i] == -kInfinity) continue;
      const double logit = scores[i] + shift;
      // Where two logits have overflowed to the same infinity, their scores still tell them apart.
      const bool isAhead = logit > largest || (logit == largest && leader >= 0 && scores[i] > scores[leader]);
      if (leader >= 0 && !isAhead) continue;
      leader = i;
      largest = logit;
    }
    if (leader < 0) return clearFusedAttentionRow(s.valueDim, row, output_);
    weigh(row, reach, shifts, leader, scores);
  }

  void weigh(std::size_t row, KeyReach reach, const Shifts& shifts, int leader, double* scores) const {
    const double largestScore = scores[leader];
    const double largestShift = shifts(leader);
    double sum = 0;
    double distanceSum = 0;
    for (int i = reach.first; i <= reach.last; ++i) {
      // ∞ − ∞ would be NaN: equal scores stand at distance 0, whatever they are. What is hidden stands at −∞.
      const double between = scores[i] == largestScore ? 0 : scores[i] - largestScore;
      const double distance =
          scores[i] == -kInfinity ? -kInfinity : std::min(0.0, between + (shifts(i) - largestShift));
      scores[i] = std::exp(distance);
      sum += scores[i];
      if (scores[i] != 0) distanceSum += scores[i] * distance;
    }
    const std::size_t valueDim = static_cast<std::size_t>(input_.shape.valueDim);
    Scalar* const context = output_.context + row * valueDim;
    std::fill_n(context, valueDim, Scalar(0));
    for (int i = reach.first; i <= reach.last; ++i) {
      const double weight = scores[i] / sum;
      // 0 · NaN would be NaN.
      if (static_cast<Scalar>(weight) == 0) continue;
      const Scalar* const value = input_.values + (firstKey_ + static_cast<std::size_t>(i)) * valueDim;
      for (std::size_t c = 0; c < valueDim; ++c) {
        context[c] = static_cast<Scalar>(static_cast<double>(context[c]) + weight * static_cast<double>(value[c]));
      }
    }
    output_.logSumExp[row] = static_cast<Scalar>(largestScore + largestShift + std::log(sum));
    output_.entropy[row] = static_cast<Scalar>(std::max(0.0, std::log(sum) - distanceSum / sum));
    output_.largestKey[row] = static_cast<Scalar>(leader);
  }

  const FusedAttentionInput<Scalar>& input_;
  const ExactScores<Scalar> exact_;
  const FusedAttentionOutput<Scalar>& output_;
  std::size_t firstKey_ = 0;  ///< of the head, counted over all
  Buffer<double> scores_;     ///< [kPieces, keyCount]
  Buffer<double> queries_;    ///< [kPieces, width()]
  Buffer<double> keys_;       ///< [keyCount, width()]
};

}  // namespace

template <typename Scalar>
Status redoFusedAttentionRows(const FusedAttentionInput<Scalar>& input, double scale, const std::uint8_t* isMarked,
                              const FusedAttentionOutput<Scalar>& output) {
  return ExactRows<Scalar>(input, scale, output).redo(isMarked);
}

template <typename Scalar>
void clearFusedAttentionRow(int valueDim, std::size_t row, const FusedAttentionOutput<Scalar>& output) {
  fillRow(output, row, valueDim, 0, -kInfinity);
}

template Status redoFusedAttentionRows(const FusedAttentionInput<float>&, double, const std::uint8_t*,
                                       const FusedAttentionOutput<float>&);
template Status redoFusedAttentionRows(const FusedAttentionInput<double>&, double, const std::uint8_t*,
                                       const FusedAttentionOutput<double>&);
template void clearFusedAttentionRow(int, std::size_t, const FusedAttentionOutput<float>&);
template void clearFusedAttentionRow(int, std::size_t, const FusedAttentionOutput<double>&);

}  // namespace attn
