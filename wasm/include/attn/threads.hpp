#pragma once

namespace attn {

/// Asks for a pool of this many threads, the caller's included, and returns how many work from now on: at most what
/// the hardware has, at least 1; always 1 in the serial build. The pool is started by the first call and keeps its
/// size. Not to be called, nor any computation, from two threads at once.
int startThreads(int threadCount);

/// How many threads work, 1 before startThreads.
int threadCount();

}  // namespace attn
