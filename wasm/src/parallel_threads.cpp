#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "attn/threads.hpp"
#include "parallel.hpp"

namespace attn {
namespace {

/// std::mutex and std::thread bring words for errors and a printf for them, 4 kB of a module of 50.
class Monitor {
 public:
  void lock() { pthread_mutex_lock(&mutex_); }
  void unlock() { pthread_mutex_unlock(&mutex_); }
  /// Wakes when told; the caller holds the lock and looks again at what it waits for.
  void wait(pthread_cond_t& condition) { pthread_cond_wait(&condition, &mutex_); }

 private:
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

class Locked {
 public:
  explicit Locked(Monitor& monitor) : monitor_(monitor) { monitor_.lock(); }
  ~Locked() { monitor_.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Monitor& monitor_;
};

/// Some 100 ns, in which a chain of divisions leaves most of the core to whoever shares it. WebAssembly has no
/// instruction for that.
inline void breathe() {
  double number = 1;
  for (int i = 0; i < 16; ++i) {
    number = 2 / number;
    // Not to be computed ahead of time.
    asm volatile("" : "+r"(number));
  }
}

/// Looks for some 50 µs, which is less than going to sleep and being woken takes. True once `happened()`.
template <typename Condition>
bool soon(const Condition& happened) {
  constexpr int kLooks = 500;
  for (int look = 0; look < kLooks; ++look) {
    if (happened()) return true;
    breathe();
  }
  return happened();
}

/// A job that starts another one computes it by itself: the pool has room for one, and its threads are in it.
thread_local bool isInJob = false;

/// Threads that sleep between jobs, but not between two that follow at once. A job's pieces are handed out one by one,
/// so that an unlucky thread does not hold up the others; one that wakes too late for a job is not waited for.
class Pool {
 public:
  /// Only the first call starts threads.
  int start(int threadCount) {
    if (!workers_.empty()) return size();
    const int hardware = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int helpers = std::clamp(threadCount, 1, hardware) - 1;
    workers_.reserve(static_cast<std::size_t>(helpers));
    for (int helper = 0; helper < helpers; ++helper) {
      pthread_t worker;
      if (pthread_create(&worker, nullptr, &Pool::workIn, this) != 0) break;
      workers_.push_back(worker);
    }
    return size();
  }

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  void run(int count, int grain, RangeTask task, void* context) {
    // Nobody is in a job: the last one ended so.
    count_ = count;
    grain_ = grain;
    task_ = task;
    context_ = context;
    next_ = 0;
    isOpen_ = true;
    {
      const Locked lock(monitor_);
      ++job_;
      if (sleeping_ > 0) pthread_cond_broadcast(&jobStarted_);
    }
    takePieces();
    isOpen_ = false;
    // The job's variables belong to it until every helper that came in time has left it.
    const auto isDone = [this] { return working_ == 0; };
    if (soon(isDone)) return;
    const Locked lock(monitor_);
    while (!isDone()) monitor_.wait(jobDone_);
  }

  ~Pool() {
    {
      const Locked lock(monitor_);
      isStopping_ = true;
    }
    pthread_cond_broadcast(&jobStarted_);
    for (const pthread_t worker : workers_) pthread_join(worker, nullptr);
  }

 private:
  static void* workIn(void* pool) {
    static_cast<Pool*>(pool)->work();
    return nullptr;
  }

  void takePieces() {
    isInJob = true;
    for (int begin; (begin = next_.fetch_add(grain_)) < count_;) {
      task_(context_, begin, std::min(count_, begin + grain_));
    }
    isInJob = false;
  }

  void work() {
    for (unsigned seen = 0;;) {
      const auto isCalled = [&] { return job_ != seen || isStopping_; };
      if (!soon(isCalled)) {
        const Locked lock(monitor_);
        ++sleeping_;
        while (!isCalled()) monitor_.wait(jobStarted_);
        --sleeping_;
      }
      if (isStopping_) return;
      seen = job_;
      // First in, then a look: either it is seen here that the job has closed, or by who closes it that somebody is in.
      ++working_;
      if (isOpen_) takePieces();
      if (--working_ == 0) {
        const Locked lock(monitor_);
        pthread_cond_signal(&jobDone_);
      }
    }
  }

  std::vector<pthread_t> workers_;
  Monitor monitor_;
  pthread_cond_t jobStarted_ = PTHREAD_COND_INITIALIZER;
  pthread_cond_t jobDone_ = PTHREAD_COND_INITIALIZER;
  std::atomic<unsigned> job_{0};
  std::atomic<bool> isOpen_{false};
  std::atomic<bool> isStopping_{false};
  std::atomic<int> working_{0};
  std::atomic<int> next_{0};
  int sleeping_ = 0;
  int count_ = 0;
  int grain_ = 1;
  RangeTask task_ = nullptr;
  void* context_ = nullptr;
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
  if (count <= grain || isInJob || pool().size() == 1) {
    for (int begin = 0; begin < count; begin += grain) task(context, begin, std::min(count, begin + grain));
    return;
  }
  pool().run(count, grain, task, context);
}

}  // namespace attn
