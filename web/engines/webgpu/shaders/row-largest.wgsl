// Without subgroups: no lane hears of another but through the workgroup's memory.

/// How many lanes beside each other largestOfLanes brings together.
override reach: u32 = 1;

fn largestOfLanes(numbers: vec4f) -> vec4f {
  return numbers;
}
