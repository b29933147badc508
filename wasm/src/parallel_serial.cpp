#include <algorithm>

#include "attn/threads.hpp"
#include "parallel.hpp"

namespace attn {

int startThreads(int) { return 1; }

int threadCount() { return 1; }

void parallelFor(int count, int grain, RangeTask task, void* context) {
  for (int begin = 0; begin < count; begin += grain) task(context, begin, std::min(count, begin + grain));
}

}  // namespace attn
