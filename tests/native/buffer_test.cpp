#include "attn/buffer.hpp"

#include <gtest/gtest.h>

#include <limits>

TEST(Buffer, KeepsItsMemoryWhenItShrinks) {
  attn::Buffer<double> buffer;
  ASSERT_TRUE(buffer.resize(100));
  const double* const memory = buffer.data();
  ASSERT_TRUE(buffer.resize(3));
  EXPECT_EQ(buffer.size(), 3u);
  ASSERT_TRUE(buffer.resize(100));
  EXPECT_EQ(buffer.data(), memory);
}

TEST(Buffer, SaysNoWhenASizeIsNoSize) {
  attn::Buffer<double> buffer;
  ASSERT_TRUE(buffer.resize(2));
  buffer[0] = 7;
  EXPECT_FALSE(buffer.resize(std::numeric_limits<std::size_t>::max() / 4));
  EXPECT_EQ(buffer.size(), 2u);
  EXPECT_EQ(buffer[0], 7);
}
