// With subgroups: `reach` lanes beside each other, a power of two that no subgroup is smaller than, hear of each other
// without the workgroup's memory.

/// How many lanes beside each other largestOfLanes brings together.
override reach: u32 = 4;

fn largestOfLanes(numbers: vec4f) -> vec4f {
  var largest = numbers;
  for (var step = 1u; step < reach; step <<= 1) {
    largest = max(largest, subgroupShuffleXor(largest, step));
  }
  return largest;
}
