#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "attn/threads.hpp"
#include "parallel.hpp"

namespace attn {
namespace {

/// Threads that sleep between jobs. A job's pieces are handed out one by one, so that an unlucky thread does not hold
/// up the others.
class Pool {
 public:
  /// Only the first call starts threads.
  int start(int threadCount) {
    if (!workers_.empty()) return size();
    const int hardware = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int helpers = std::clamp(threadCount, 1, hardware) - 1;
    workers_.reserve(static_cast<std::size_t>(helpers));
    for (int helper = 0; helper < helpers; ++helper) workers_.emplace_back([this] { work(); });
    return size();
  }

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  void run(int count, int grain, RangeTask task, void* context) {
    {
      const std::lock_guard lock(mutex_);
      count_ = count;
      grain_ = grain;
      task_ = task;
      context_ = context;
      next_.store(0, std::memory_order_relaxed);
      busy_ = static_cast<int>(workers_.size());
      ++job_;
    }
    jobStarted_.notify_all();
    takePieces();
    // The job's variables belong to it until every helper has left it.
    std::unique_lock lock(mutex_);
    jobDone_.wait(lock, [this] { return busy_ == 0; });
  }

  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    jobStarted_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

 private:
  void takePieces() {
    for (int begin; (begin = next_.fetch_add(grain_)) < count_;) {
      task_(context_, begin, std::min(count_, begin + grain_));
    }
  }

  void work() {
    for (unsigned seen = 0;;) {
      {
        std::unique_lock lock(mutex_);
        jobStarted_.wait(lock, [&] { return stopping_ || job_ != seen; });
        if (stopping_) return;
        seen = job_;
      }
      takePieces();
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) jobDone_.notify_one();
    }
  }

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable jobStarted_;
  std::condition_variable jobDone_;
  std::atomic<int> next_{0};
  unsigned job_ = 0;
  int busy_ = 0;
  int count_ = 0;
  int grain_ = 1;
  RangeTask task_ = nullptr;
  void* context_ = nullptr;
  bool stopping_ = false;
};

Pool& pool() {
  static Pool instance;
  return instance;
}

}  // namespace

int startThreads(int threadCount) { return pool().start(threadCount); }

int threadCount() { return pool().size(); }

void parallelFor(int count, int grain, RangeTask task, void* context) {
  // Waking the pool for one piece costs more than the piece.
  if (count <= grain || pool().size() == 1) {
    for (int begin = 0; begin < count; begin += grain) task(context, begin, std::min(count, begin + grain));
    return;
  }
  pool().run(count, grain, task, context);
}

}  // namespace attn
