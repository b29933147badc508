// A rectangle of the weights, or of the scores, pooled to cells (see WeightTileRequest). A workgroup has as many whole cells
// as fit into a tile along each axis, or one cell of several tiles, of which it then takes some steps: its split.

struct Cells {
  queriesPerCell: u32,
  keysPerCell: u32,
  /// Of the whole result.
  rowCount: u32,
  columnCount: u32,
  /// Of one workgroup.
  groupRows: u32,
  groupColumns: u32,
  /// Tiles along the queries and the keys of a workgroup's cells, and how many of them it takes.
  stepsDown: u32,
  stepsAcross: u32,
  stepsPerSplit: u32,
  splitCount: u32,
  isOfScores: u32,
}

struct Slice {
  /// A unit is one split of one row of workgroups.
  firstUnit: u32,
}

/// Pairs taken together: their largest number, their sum, and how many there are.
struct Pool {
  max: f32,
  sum: f32,
  count: f32,
}

/// [queryCount]; −Infinity is there as hiddenScore.
@group(0) @binding(6) var<storage, read> logSumExp: array<f32>;
/// [splitCount, rowCount, columnCount]: a Pool
@group(0) @binding(7) var<storage, read_write> pools: array<vec4f>;
/// How the pairs are shared out.
@group(0) @binding(8) var<uniform> cells: Cells;
/// Which units this dispatch has.
@group(1) @binding(0) var<uniform> slice: Slice;

/// Weights or scores, [tile, tile + 1]: one more, so that the rows begin in different banks.
var<workgroup> numbers: array<f32, tile * (tile + 1)>;

/// A part of the pairs, of queries and keys first … end − 1.
struct Span {
  firstQuery: u32,
  endQuery: u32,
  firstKey: u32,
  endKey: u32,
}

fn merged(a: Pool, b: Pool) -> Pool {
  return Pool(max(a.max, b.max), a.sum + b.sum, a.count + b.count);
}

fn emptyPool() -> Pool {
  return Pool(hiddenScore, 0, 0);
}

/// Of one pair: a score that is hidden is no pair of its cell, a weight is one of 0.
fn poolOf(number: f32) -> Pool {
  if number == hiddenScore {
    return emptyPool();
  }
  return Pool(number, number, 1);
}

fn weightOf(score: f32, rowLogSumExp: f32) -> f32 {
  if score == hiddenScore || rowLogSumExp == hiddenScore {
    return 0;
  }
  return exponentialOf(min(0, score - rowLogSumExp));
}

/// Lays what is pooled into `numbers`. To be called by all lanes together.
fn fillNumbers(lane: Lane, firstQuery: u32, firstKey: u32) {
  let quarter = tile / 4;
  var scores = array<vec4f, 4>(vec4f(hiddenScore), vec4f(hiddenScore), vec4f(hiddenScore), vec4f(hiddenScore));
  // A tile that no query sees need not be computed.
  let lastQuery = firstQuery + tile - 1;
  let isSeen = i32(firstKey) <= positionOf(lastQuery) + problem.rightWindow &&
    i32(firstKey + tile - 1) >= positionOf(firstQuery) - problem.leftWindow;
  if isSeen {
    scores = scoresOfTile(lane, 0, firstQuery, firstKey);
  }
  for (var i = 0u; i < 4; i++) {
    let row = lane.row + i * quarter;
    var own = scores[i];
    if cells.isOfScores == 0 {
      let rowLogSumExp = logSumExp[min(firstQuery + row, problem.queryCount - 1)];
      for (var j = 0u; j < 4; j++) {
        own[j] = weightOf(own[j], rowLogSumExp);
      }
    }
    let at = row * (tile + 1) + lane.column;
    numbers[at] = own.x;
    numbers[at + quarter] = own.y;
    numbers[at + 2 * quarter] = own.z;
    numbers[at + 3 * quarter] = own.w;
  }
}

/// first … end − 1 as places in a tile that begins at `origin`.
fn placesIn(origin: u32, first: u32, end: u32) -> vec2u {
  let least = i32(origin);
  return vec2u(clamp(vec2i(i32(first), i32(end)) - least, vec2i(0), vec2i(i32(tile))));
}

/// Of one row of the tile, over the keys of each cell: into `staged`, which has room for cells of two keys and more.
fn poolRows(lane: Lane, span: Span, firstKey: u32) {
  for (var i = lane.index; i < tile * cells.groupColumns; i += laneCount) {
    let row = i / cells.groupColumns;
    let start = span.firstKey + i % cells.groupColumns * cells.keysPerCell;
    let places = placesIn(firstKey, start, min(start + cells.keysPerCell, span.endKey));
    var pool = emptyPool();
    for (var column = places.x; column < places.y; column++) {
      pool = merged(pool, poolOf(numbers[row * (tile + 1) + column]));
    }
    staged[i] = vec4f(pool.max, pool.sum, pool.count, 0);
  }
}

/// What a step adds to a cell of the workgroup.
fn poolOfCell(cell: u32, span: Span, firstQuery: u32) -> Pool {
  let start = span.firstQuery + cell / cells.groupColumns * cells.queriesPerCell;
  let places = placesIn(firstQuery, start, min(start + cells.queriesPerCell, span.endQuery));
  let column = cell % cells.groupColumns;
  var pool = emptyPool();
  for (var row = places.x; row < places.y; row++) {
    if cells.keysPerCell == 1 {
      pool = merged(pool, poolOf(numbers[row * (tile + 1) + column]));
    } else {
      let part = staged[row * cells.groupColumns + column];
      pool = merged(pool, Pool(part.x, part.y, part.z));
    }
  }
  return pool;
}

@compute @workgroup_size(laneCount)
fn poolTile(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) laneIndex: u32) {
  let lane = laneAt(laneIndex);
  let unit = slice.firstUnit + group.y;
  let split = unit % cells.splitCount;
  let firstRow = unit / cells.splitCount * cells.groupRows;
  let firstColumn = group.x * cells.groupColumns;
  let firstQuery = firstRow * cells.queriesPerCell;
  let firstKey = firstColumn * cells.keysPerCell;
  let span = Span(
    firstQuery,
    min(firstQuery + cells.groupRows * cells.queriesPerCell, problem.queryCount),
    firstKey,
    min(firstKey + cells.groupColumns * cells.keysPerCell, problem.keyCount),
  );
  let cellCount = cells.groupRows * cells.groupColumns;
  let stepCount = cells.stepsDown * cells.stepsAcross;
  let firstStep = split * cells.stepsPerSplit;
  let endStep = min(firstStep + cells.stepsPerSplit, stepCount);
  // Of several tiles there is one cell along an axis: then a lane has one cell at most, and keeps it.
  var kept = emptyPool();
  for (var step = firstStep; step < endStep; step++) {
    let query = span.firstQuery + step / cells.stepsAcross * tile;
    let key = span.firstKey + step % cells.stepsAcross * tile;
    if query >= span.endQuery || key >= span.endKey {
      continue;
    }
    fillNumbers(lane, query, key);
    workgroupBarrier();
    if cells.keysPerCell > 1 {
      poolRows(lane, span, key);
      workgroupBarrier();
    }
    for (var cell = lane.index; cell < cellCount; cell += laneCount) {
      kept = merged(kept, poolOfCell(cell, span, query));
      if stepCount == 1 {
        write(split, firstRow, firstColumn, cell, kept);
        kept = emptyPool();
      }
    }
    workgroupBarrier();
  }
  if stepCount > 1 && lane.index < cellCount {
    write(split, firstRow, firstColumn, lane.index, kept);
  }
}

fn write(split: u32, firstRow: u32, firstColumn: u32, cell: u32, pool: Pool) {
  let row = firstRow + cell / cells.groupColumns;
  let column = firstColumn + cell % cells.groupColumns;
  if row < cells.rowCount && column < cells.columnCount {
    pools[(split * cells.rowCount + row) * cells.columnCount + column] = vec4f(pool.max, pool.sum, pool.count, 0);
  }
}
