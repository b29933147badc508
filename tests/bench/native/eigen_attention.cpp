// Attention by Eigen, as one writes it: 64 queries at a time against all keys. For the bench; see
// ../contest/native.mjs.
//   eigen_attention FOLDER HEADS COUNT DIM
// reads queries.bin, keys.bin and values.bin of FOLDER, each [head, count, dim], and then lines:
//   run N        computes N times, answers with milliseconds a time
//   write PATH   computes once, writes the context, answers with 0
#include <Eigen/Dense>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Input = Eigen::Map<const Matrix>;
using Output = Eigen::Map<Matrix>;

/// Scores of so many queries stay in the cache between the two products.
constexpr int kQueriesAtOnce = 64;

struct Problem {
  int headCount;
  int count;
  int dim;
  std::vector<float> queries, keys, values, context;

  size_t numbersPerHead() const { return static_cast<size_t>(count) * dim; }
};

std::vector<float> read(const std::string& path, size_t length) {
  std::vector<float> numbers(length);
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(length * sizeof(float)));
  if (!file) std::exit(1);
  return numbers;
}

void attend(const Input& queries, const Input& keys, const Input& values, Output context, Matrix& scores) {
  scores.noalias() = (queries / std::sqrt(static_cast<float>(queries.cols()))) * keys.transpose();
  for (int i = 0; i < scores.rows(); ++i) {
    auto row = scores.row(i).array();
    row = (row - row.maxCoeff()).exp();
    row /= row.sum();
  }
  context.noalias() = scores * values;
}

void compute(Problem& problem) {
  static Matrix scores;
  for (int head = 0; head < problem.headCount; ++head) {
    const size_t start = head * problem.numbersPerHead();
    const Input keys(problem.keys.data() + start, problem.count, problem.dim);
    const Input values(problem.values.data() + start, problem.count, problem.dim);
    for (int first = 0; first < problem.count; first += kQueriesAtOnce) {
      const int queryCount = std::min(kQueriesAtOnce, problem.count - first);
      const size_t offset = start + static_cast<size_t>(first) * problem.dim;
      attend(Input(problem.queries.data() + offset, queryCount, problem.dim), keys, values,
             Output(problem.context.data() + offset, queryCount, problem.dim), scores);
    }
  }
}

double timed(Problem& problem, int calls) {
  const auto start = std::chrono::steady_clock::now();
  for (int call = 0; call < calls; ++call) compute(problem);
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count() / calls;
}

}  // namespace

int main(int argumentCount, char** arguments) {
  if (argumentCount != 5) return 2;
  const std::string folder = arguments[1];
  Problem problem{std::atoi(arguments[2]), std::atoi(arguments[3]), std::atoi(arguments[4]), {}, {}, {}, {}};
  const size_t length = problem.headCount * problem.numbersPerHead();
  problem.queries = read(folder + "queries.bin", length);
  problem.keys = read(folder + "keys.bin", length);
  problem.values = read(folder + "values.bin", length);
  problem.context.resize(length);

  std::string command;
  while (std::cin >> command) {
    if (command == "run") {
      int calls = 1;
      std::cin >> calls;
      std::cout << timed(problem, calls) << std::endl;
    } else if (command == "write") {
      std::string path;
      std::cin >> path;
      compute(problem);
      std::ofstream file(path, std::ios::binary);
      file.write(reinterpret_cast<const char*>(problem.context.data()),
                 static_cast<std::streamsize>(length * sizeof(float)));
      file.close();
      std::cout << 0 << std::endl;
    } else {
      return 2;
    }
  }
  return 0;
}
