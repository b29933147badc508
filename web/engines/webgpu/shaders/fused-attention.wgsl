// Fused attention (Vaswani et al. 2017, §3.2.1) in one pass over blocks of keys, as in Dao et al. 2022: the largest score so
// far is subtracted, and what was summed before is made smaller when a larger one comes (Milakov and Gimelshein 2018).
// A workgroup has a tile of the queries of one head and 2 · tile columns of their context. For every row the blocks come
// in the same order and what is hidden changes no bit, so that a row does not depend on the tile it stands in.

struct Slice {
  /// A unit is one tile of queries of one head.
  firstUnit: u32,
  tilesPerHead: u32,
}

/// [keyHeadCount, keyCount, valueVecs]; see vec4Of
@group(0) @binding(6) var<storage, read> values: array<Stored>;
/// [headCount, queryCount, valueVecs]
@group(0) @binding(7) var<storage, read_write> context: array<vec4f>;
/// [headCount, queryCount]: the largest score, Σ e^d, Σ d · e^d with d = score − largest, and the first key that has it
@group(0) @binding(8) var<storage, read_write> rows: array<vec4f>;
/// Which units this dispatch has.
@group(1) @binding(0) var<uniform> slice: Slice;

/// Exponentials of a block of keys, [tile, tile + 1]: one more, so that the rows begin in different banks.
var<workgroup> exponentials: array<f32, tile * (tile + 1)>;
/// The largest score that each group of `reach` lanes found in its row, [tile, tile / 4 / reach].
var<workgroup> largestFound: array<f32, tile * tile / 4 / reach>;

/// e^x for x ≤ 0, as exponentialOf.
fn exponentialsOf(x: vec4f) -> vec4f {
  return select(vec4f(0), exp(max(x, vec4f(-87))), x > vec4f(-87));
}

/// The largest of each of a lane's four rows, over all lanes of the row. To be called by all lanes together.
fn largestOfRows(lane: Lane, own: vec4f) -> vec4f {
  let quarter = tile / 4;
  var largest = largestOfLanes(own);
  if reach < quarter {
    let groups = quarter / reach;
    if lane.column % reach == 0 {
      for (var i = 0u; i < 4; i++) {
        largestFound[(lane.row + i * quarter) * groups + lane.column / reach] = largest[i];
      }
    }
    workgroupBarrier();
    for (var i = 0u; i < 4; i++) {
      for (var group = 0u; group < groups; group++) {
        largest[i] = max(largest[i], largestFound[(lane.row + i * quarter) * groups + group]);
      }
    }
  }
  return largest;
}

@compute @workgroup_size(laneCount)
fn attend(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) laneIndex: u32) {
  let quarter = tile / 4;
  let lane = laneAt(laneIndex);
  let unit = slice.firstUnit + group.x;
  let head = unit / slice.tilesPerHead;
  let firstQuery = (unit % slice.tilesPerHead) * tile;
  let firstVec = group.y * (tile / 2);
  let lastQuery = min(firstQuery + tile, problem.queryCount) - 1;

  // Of each of the lane's four rows: the largest score so far, the sums over the lane's own keys, its own largest.
  var leader = vec4f(hiddenScore);
  var sum = vec4f();
  var spread = vec4f();
  var found = vec4f(hiddenScore);
  var foundKey = vec4f(-1);
  // Row i, columns lane.column and a quarter further.
  var sums: array<vec4f, 4>;
  var furtherSums: array<vec4f, 4>;

  // Blocks that no query of the tile sees are left out.
  let begin = max(0, positionOf(firstQuery) - problem.leftWindow);
  let end = min(i32(problem.keyCount), positionOf(lastQuery) + problem.rightWindow + 1);
  for (var firstKey = begin / i32(tile) * i32(tile); firstKey < end; firstKey += i32(tile)) {
    let scores = scoresOfTile(lane, head, firstQuery, u32(firstKey));
    var own = vec4f();
    for (var i = 0u; i < 4; i++) {
      for (var j = 0u; j < 4; j++) {
        if scores[i][j] > found[i] {
          found[i] = scores[i][j];
          foundKey[i] = f32(u32(firstKey) + lane.column + j * quarter);
        }
      }
      own[i] = max(max(scores[i].x, scores[i].y), max(scores[i].z, scores[i].w));
    }
    let next = max(leader, largestOfRows(lane, own));
    let shift = leader - next;
    let shrink = exponentialsOf(shift);
    spread = shrink * (spread + sum * shift);
    sum *= shrink;
    leader = next;
    for (var i = 0u; i < 4; i++) {
      let distances = scores[i] - leader[i];
      let row = select(exponentialsOf(distances), vec4f(0), scores[i] == vec4f(hiddenScore));
      sum[i] += row.x + row.y + row.z + row.w;
      spread[i] += dot(row, max(distances, vec4f(-87)));
      sums[i] *= shrink[i];
      furtherSums[i] *= shrink[i];
      let at = (lane.row + i * quarter) * (tile + 1) + lane.column;
      exponentials[at] = row.x;
      exponentials[at + quarter] = row.y;
      exponentials[at + 2 * quarter] = row.z;
      exponentials[at + 3 * quarter] = row.w;
    }
    addValues(lane, head, u32(firstKey), firstVec, &sums, &furtherSums);
  }

  let totals = totalsOfRows(lane, sum, spread, found, foundKey);
  for (var i = 0u; i < 4; i++) {
    let query = firstQuery + lane.row + i * quarter;
    if query >= problem.queryCount {
      continue;
    }
    let row = head * problem.queryCount + query;
    let total = totals[i];
    if lane.column == 0 && group.y == 0 {
      rows[row] = vec4f(leader[i], total.sum, total.spread, total.key);
    }
    let column = firstVec + lane.column;
    let start = row * problem.valueVecs;
    // An empty row has added nothing but zeros.
    let divisor = select(1, total.sum, total.sum > 0);
    if column < problem.valueVecs {
      context[start + column] = sums[i] / divisor;
    }
    if column + quarter < problem.valueVecs {
      context[start + column + quarter] = furtherSums[i] / divisor;
    }
  }
}

/// Adds exponential · value over a block of keys.
fn addValues(
  lane: Lane,
  head: u32,
  firstKey: u32,
  firstVec: u32,
  sums: ptr<function, array<vec4f, 4>>,
  furtherSums: ptr<function, array<vec4f, 4>>,
) {
  let quarter = tile / 4;
  let width = tile / 2;
  // As many keys as find room in `staged`.
  let keysAtOnce = 4 * chunk;
  let start = (heads[head].keyHead * problem.keyCount + firstKey) * problem.valueVecs;
  let keyCount = min(tile, problem.keyCount - firstKey);
  for (var begin = 0u; begin < keyCount; begin += keysAtOnce) {
    for (var i = lane.index; i < keysAtOnce * width; i += laneCount) {
      let key = begin + i / width;
      let column = firstVec + i % width;
      var value = vec4f();
      if key < keyCount && column < problem.valueVecs {
        value = vec4Of(values[start + key * problem.valueVecs + column]);
      }
      staged[i] = value;
    }
    // For the values, and the first time for the exponentials.
    workgroupBarrier();
    let count = min(keysAtOnce, keyCount - begin);
    for (var key = 0u; key < count; key++) {
      let value = staged[key * width + lane.column];
      let further = staged[key * width + lane.column + quarter];
      for (var i = 0u; i < 4; i++) {
        let exponential = exponentials[(lane.row + i * quarter) * (tile + 1) + begin + key];
        (*sums)[i] += exponential * value;
        (*furtherSums)[i] += exponential * further;
      }
    }
    workgroupBarrier();
  }
}

struct RowTotals {
  sum: f32,
  spread: f32,
  key: f32,
}

/// Of each of a lane's four rows, over all lanes of the row, always in the same order. To be called by all lanes together.
fn totalsOfRows(lane: Lane, sum: vec4f, spread: vec4f, found: vec4f, foundKey: vec4f) -> array<RowTotals, 4> {
  let quarter = tile / 4;
  for (var i = 0u; i < 4; i++) {
    let at = (lane.row + i * quarter) * (tile + 1) + 4 * lane.column;
    exponentials[at] = sum[i];
    exponentials[at + 1] = spread[i];
    exponentials[at + 2] = found[i];
    exponentials[at + 3] = foundKey[i];
  }
  workgroupBarrier();
  var totals: array<RowTotals, 4>;
  for (var i = 0u; i < 4; i++) {
    var total = RowTotals(0, 0, -1);
    var largest = hiddenScore;
    for (var column = 0u; column < quarter; column++) {
      let at = (lane.row + i * quarter) * (tile + 1) + 4 * column;
      total.sum += exponentials[at];
      total.spread += exponentials[at + 1];
      let score = exponentials[at + 2];
      let key = exponentials[at + 3];
      if score > largest || (score == largest && key >= 0 && key < total.key) {
        largest = score;
        total.key = key;
      }
    }
    totals[i] = total;
  }
  return totals;
}
