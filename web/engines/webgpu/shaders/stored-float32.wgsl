// Keys and values as they come.

alias Stored = vec4f;

fn vec4Of(stored: Stored) -> vec4f {
  return stored;
}
