#include "parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "attn/threads.hpp"

TEST(Parallel, AskingForTooManyThreadsIsCapped) {
  const int started = attn::startThreads(1000);
  EXPECT_GE(started, 1);
  EXPECT_LT(started, 1000);
  EXPECT_EQ(attn::threadCount(), started);
  EXPECT_EQ(attn::startThreads(1), started) << "the pool keeps its size";
}

TEST(Parallel, EveryIndexIsVisitedOnce) {
  attn::startThreads(8);
  for (const int count : {0, 1, 7, 1000}) {
    for (const int grain : {1, 3, 1000}) {
      std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
      attn::parallelFor(count, grain, [&](int begin, int end) {
        EXPECT_LE(end - begin, grain);
        for (int i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
      });
      for (const auto& visit : visits) ASSERT_EQ(visit, 1);
    }
  }
}

TEST(Parallel, ManySmallJobsInARow) {
  attn::startThreads(8);
  std::atomic<int> sum{0};
  for (int job = 0; job < 2000; ++job) {
    attn::parallelFor(4, 1, [&](int begin, int) { sum += begin; });
  }
  EXPECT_EQ(sum, 2000 * 6);
}

TEST(Parallel, AJobWithinAJob) {
  attn::startThreads(8);
  for (int job = 0; job < 200; ++job) {
    std::vector<std::atomic<int>> visits(8 * 50);
    attn::parallelFor(8, 1, [&](int outer, int) {
      attn::parallelFor(50, 3, [&](int begin, int end) {
        for (int inner = begin; inner < end; ++inner) ++visits[static_cast<std::size_t>(50 * outer + inner)];
      });
    });
    for (const auto& visit : visits) ASSERT_EQ(visit, 1);
  }
}
