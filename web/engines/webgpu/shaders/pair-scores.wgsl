// Scores of a tile of queries with a tile of keys, for every kernel that needs them. The tile is `tile` × `tile`, and a
// lane of the workgroup has 4 × 4 of its pairs: queries laneRow + 0, 1, 2, 3 quarters of the tile, keys laneColumn + the
// same. Neighbouring lanes so read neighbouring addresses.

/// Queries, and keys, of a tile.
override tile: u32 = 32;
/// How much of the width is staged at a time, in vec4f.
override chunk: u32 = 8;
override laneCount: u32 = 64; // tile² / 16
override isAdditive: bool = false;

/// The score of a pair that is hidden: finite, since WGSL may assume that no number is infinite. Scores that count stay
/// within ±10³⁷.
const hiddenScore = -3.0e38;

struct Problem {
  /// Of one head.
  queryCount: u32,
  keyCount: u32,
  /// Widths in vec4f, of what is compared and of the values.
  scoreVecs: u32,
  valueVecs: u32,
  /// Where row 0 stands among the keys.
  firstPosition: i32,
  /// How many keys to the left and to the right of its position a query sees; causality is 0 to the right.
  leftWindow: i32,
  rightWindow: i32,
  scale: f32,
  /// Distances in `masks` from one query to the next and from one key to the next; 0 where the mask is repeated.
  keepQueryStride: u32,
  keepKeyStride: u32,
  addedQueryStride: u32,
  addedKeyStride: u32,
  /// Whether there are such masks at all.
  hasKeepMask: u32,
  hasAdditiveMask: u32,
  /// Where the rows that the queries are begin in `masks`, if they are not 0, 1, 2 …
  rowsStart: u32,
  hasRows: u32,
}

struct Head {
  keyHead: u32,
  /// Where the masks of this head begin in `masks`.
  keepStart: u32,
  addedStart: u32,
  unused: u32,
}

/// The sizes of the whole call.
@group(0) @binding(0) var<uniform> problem: Problem;
/// [headCount, queryCount, scoreVecs]
@group(0) @binding(1) var<storage, read> queries: array<vec4f>;
/// [keyHeadCount, keyCount, scoreVecs]; see vec4Of
@group(0) @binding(2) var<storage, read> keys: array<Stored>;
/// additive scores: v, [scoreVecs]
@group(0) @binding(3) var<storage, read> v: array<vec4f>;
/// [headCount]
@group(0) @binding(4) var<storage, read> heads: array<Head>;
/// All of keepMask and of additiveMask, each at its own shape, −Infinity as hiddenScore; and queryRows.
@group(0) @binding(5) var<storage, read> masks: array<f32>;

/// A chunk of the queries' rows and then one of the keys', each [chunk, tile]. Other uses come between.
var<workgroup> staged: array<vec4f, 2 * tile * chunk>;

/// Where a lane stands in its tile.
struct Lane {
  index: u32,
  row: u32,
  column: u32,
}

fn laneAt(index: u32) -> Lane {
  return Lane(index, index / (tile / 4), index % (tile / 4));
}

/// Rises with the query. Queries behind the last stand where it does, or behind.
fn positionOf(query: u32) -> i32 {
  if problem.hasRows != 0 {
    return problem.firstPosition + i32(masks[problem.rowsStart + min(query, problem.queryCount - 1)]);
  }
  return problem.firstPosition + i32(query);
}

/// e^x for x ≤ 0; what would be denormal is 0 on every device.
fn exponentialOf(x: f32) -> f32 {
  return select(0, exp(max(x, -87)), x > -87);
}

/// tanh, as its slope leaves no more than rounding of an absolute error; a sum of 10 and more is 1 in float32.
fn tanhOf(x: vec4f) -> vec4f {
  return 1 - 2 / (exp(2 * clamp(x, vec4f(-10), vec4f(10))) + 1);
}

/// The summand that four coordinates add to the score of a pair.
fn termOf(query: vec4f, key: vec4f, weight: vec4f) -> f32 {
  if isAdditive {
    return dot(weight, tanhOf(query + key));
  }
  return dot(query, key);
}

/// Row i, column j: query lane.row + i quarters with key lane.column + j quarters. To be called by all lanes together.
fn formulaOfTile(lane: Lane, head: u32, firstQuery: u32, firstKey: u32) -> array<vec4f, 4> {
  let quarter = tile / 4;
  let queryStart = (head * problem.queryCount + firstQuery) * problem.scoreVecs;
  let keyStart = (heads[head].keyHead * problem.keyCount + firstKey) * problem.scoreVecs;
  var sums: array<vec4f, 4>;
  for (var begin = 0u; begin < problem.scoreVecs; begin += chunk) {
    for (var i = lane.index; i < tile * chunk; i += laneCount) {
      let row = i / chunk;
      let part = i % chunk;
      let column = begin + part;
      var query = vec4f();
      var key = vec4f();
      if column < problem.scoreVecs {
        if firstQuery + row < problem.queryCount {
          query = queries[queryStart + row * problem.scoreVecs + column];
        }
        if firstKey + row < problem.keyCount {
          key = vec4Of(keys[keyStart + row * problem.scoreVecs + column]);
        }
      }
      staged[part * tile + row] = query;
      staged[(chunk + part) * tile + row] = key;
    }
    workgroupBarrier();
    let parts = min(chunk, problem.scoreVecs - begin);
    for (var part = 0u; part < parts; part++) {
      let keysAt = (chunk + part) * tile + lane.column;
      let key0 = staged[keysAt];
      let key1 = staged[keysAt + quarter];
      let key2 = staged[keysAt + 2 * quarter];
      let key3 = staged[keysAt + 3 * quarter];
      var weight = vec4f();
      if isAdditive {
        weight = v[begin + part];
      }
      for (var i = 0u; i < 4; i++) {
        let query = staged[part * tile + lane.row + i * quarter];
        sums[i] += vec4f(
          termOf(query, key0, weight),
          termOf(query, key1, weight),
          termOf(query, key2, weight),
          termOf(query, key3, weight),
        );
      }
    }
    workgroupBarrier();
  }
  return sums;
}

/// What the formula gives, scaled and masked: the score of a pair, or hiddenScore.
fn maskedScore(formula: f32, head: u32, query: u32, key: u32) -> f32 {
  let distance = i32(key) - positionOf(query);
  if key >= problem.keyCount || distance > problem.rightWindow || distance < -problem.leftWindow {
    return hiddenScore;
  }
  // A query behind the last has no mask to read.
  let row = min(query, problem.queryCount - 1);
  var score = problem.scale * formula;
  if problem.hasKeepMask != 0 {
    let keep = masks[heads[head].keepStart + row * problem.keepQueryStride + key * problem.keepKeyStride];
    if keep == 0 {
      return hiddenScore;
    }
  }
  if problem.hasAdditiveMask != 0 {
    let added = masks[heads[head].addedStart + row * problem.addedQueryStride + key * problem.addedKeyStride];
    if added == hiddenScore {
      return hiddenScore;
    }
    score += added;
  }
  return score;
}

/// The scores of a tile, each lane its own; see formulaOfTile.
fn scoresOfTile(lane: Lane, head: u32, firstQuery: u32, firstKey: u32) -> array<vec4f, 4> {
  var scores = formulaOfTile(lane, head, firstQuery, firstKey);
  let quarter = tile / 4;
  let key = firstKey + lane.column;
  for (var i = 0u; i < 4; i++) {
    let query = firstQuery + lane.row + i * quarter;
    let formula = scores[i];
    scores[i] = vec4f(
      maskedScore(formula.x, head, query, key),
      maskedScore(formula.y, head, query, key + quarter),
      maskedScore(formula.z, head, query, key + 2 * quarter),
      maskedScore(formula.w, head, query, key + 3 * quarter),
    );
  }
  return scores;
}
