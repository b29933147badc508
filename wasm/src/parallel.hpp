#pragma once

#include <type_traits>

namespace attn {

using RangeTask = void (*)(void* context, int begin, int end);

/// Calls task(context, begin, end) for pieces of at most `grain` that cover 0 … count once, and returns when all are
/// done. The pieces are the same whatever the number of threads, so that results do not depend on it. May be called
/// within a task.
void parallelFor(int count, int grain, RangeTask task, void* context);

/// The same for a callable (begin, end).
template <typename Body>
void parallelFor(int count, int grain, Body&& body) {
  using Callable = std::remove_reference_t<Body>;
  parallelFor(
      count, grain, [](void* context, int begin, int end) { (*static_cast<Callable*>(context))(begin, end); }, &body);
}

}  // namespace attn
