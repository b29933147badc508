// rows · matrix, as queries and keys go through before they are compared: q W, q W_q, k W_k.

struct Sizes {
  rowCount: u32,
  /// Numbers of a row as it comes, and the vec4f it lies in.
  innerDim: u32,
  innerVecs: u32,
  /// vec4f of a row of the result.
  outerVecs: u32,
  /// Which rows this dispatch has.
  firstRow: u32,
}

@group(0) @binding(0) var<uniform> sizes: Sizes;
/// [rowCount, innerVecs]
@group(0) @binding(1) var<storage, read> unprojected: array<vec4f>;
/// [innerDim, outerVecs]
@group(0) @binding(2) var<storage, read> matrix: array<vec4f>;
/// [rowCount, outerVecs]
@group(0) @binding(3) var<storage, read_write> projected: array<vec4f>;

@compute @workgroup_size(64)
fn project(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = sizes.firstRow + group.x;
  let column = group.y * 64 + lane;
  if column >= sizes.outerVecs {
    return;
  }
  var sum = vec4f();
  for (var inner = 0u; inner < sizes.innerDim; inner++) {
    sum += unprojected[row * sizes.innerVecs + inner / 4][inner % 4] * matrix[inner * sizes.outerVecs + column];
  }
  projected[row * sizes.outerVecs + column] = sum;
}
