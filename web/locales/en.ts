import type { EngineName, ScoreFunction } from '../contract/index.ts';
import { importing } from './en-import.ts';
import { formatNames, importNote, importProblem, modelProblem, notice } from './en-problems.ts';
import { profile } from './en-profile.ts';

const scoreFunctionNames: Readonly<Record<ScoreFunction, string>> = {
  given: 'typed',
  dot: 'dot',
  scaledDot: 'scaled dot',
  bilinear: 'bilinear',
  additive: 'additive',
  cosine: 'cosine',
};

const engineNames: Readonly<Record<EngineName, string>> = {
  reference: 'Reference (TypeScript)',
  wasmSimd: 'WebAssembly, SIMD',
  wasmThreads: 'WebAssembly, threads',
  webgpu: 'WebGPU',
};

/** All text that a person sees, in English. Functions take what varies; nothing here is HTML. */
export const en = {
  importNote,
  importProblem,
  importFormats: formatNames,
  importing,
  modelProblem,
  notice,
  profile,

  patternsSection: {
    title: 'What a long text costs',
    lead: 'Window, strided and top-k patterns against all scores; softmax in one pass; the cost measured here.',
    loading: 'Loading …',
    failedToLoad: 'This part could not be loaded.',
  },

  mapSection: {
    title: 'Long texts: the map',
    lead: 'Up to 65,536 tokens: all weights as a map to zoom into, from billions of pairs down to a single number.',
    loading: 'Loading …',
    failedToLoad: 'This part could not be loaded.',
  },

  exportDrawer: {
    loading: 'Loading …',
    failedToLoad: 'This part could not be loaded.',
  },

  title: 'Attention Playground',
  tagline: 'Change a score. Watch weights and context follow.',

  header: {
    examples: 'Examples',
    input: 'Your own input',
    undo: 'Undo',
    redo: 'Redo',
    export: 'Export',
    resetAll: 'Reset',
    resetAllHint: 'Take back every change to this sentence',
    copyLink: 'Link',
    copyLinkHint: 'Copy a link to this moment',
    linkCopied: 'Copied',
    copyByHand: 'Copy this link',
    embed: 'Embed',
    embedHint: 'Put this into a page of your own',
    embedFailed: 'The part that embeds could not be loaded.',
    theme: 'Colours',
    themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
    view: 'View',
    picture: 'Picture',
    table: 'Table',
  },

  examples: {
    title: 'Examples',
    sentence: (index: number, count: number) => `Sentence ${index} of ${count}`,
    chooseSentence: 'Sentence',
    names: {
      student: 'Je suis étudiant',
      'fifty-words': 'Fifty words',
      reordering: 'Words change places',
      'one-to-many': 'One word, four answers',
      'padded-batch': 'A padded batch',
    } as Readonly<Record<string, string>>,
    hints: {
      student: 'The worked example: step 2, “am”.',
      'fifty-words': '50 × 50 = 2,500 scores; step 30 looks at words 25 and 26.',
      reordering: 'neural machine translation: the alignment runs backwards.',
      'one-to-many': 'hit, with, a and pie all look at entarté.',
      'padded-batch': 'Two sentences of unequal length; padding must get nothing.',
    } as Readonly<Record<string, string>>,
    own: 'Your words',
    imported: 'Your attention',
  },

  origin: {
    worked: 'Vectors and scores chosen by hand so that you can follow the arithmetic. Not learned.',
    rule: 'Vectors made from the spelling of each word by a fixed rule. Not learned.',
    imported: 'Weights from your file. The vectors are made from the spelling by a fixed rule. Not learned.',
    importedScores: 'Scores from your file. The vectors are made from the spelling by a fixed rule. Not learned.',
  },

  stage: {
    label: 'One step of attention',
    step: (step: number, word: string) => `Step ${step}: ${word}`,
    targetWords: 'Target words: choose the step',
    sourceWords: 'Source words',
    target: 'target',
    source: 'source',
    states: 'states',
    statesSymbol: (step: number) => `h, s${subscript(step)}`,
    scores: 'scores',
    exponentials: 'exp',
    weights: 'weights',
    contributions: 'weight · state',
    context: 'context',
    scoreHint:
      'Drag, or press the up and down arrows: 0.1, with Shift 1, with Alt 0.01. Enter to type, Delete to reset, left and right to the next word.',
    readonlyHint: 'These numbers are to be read; left and right go to the next word.',
    scoreOf: (source: string, target: string) => `Score of ${source} for ${target}`,
    weightOf: (source: string, target: string) => `Weight of ${source} for ${target}`,
    stateOf: (source: string, index: number) => `Encoder state of ${source}, cell ${index}`,
    queryOf: (target: string, index: number) => `Decoder state of ${target}, cell ${index}`,
    hidden: 'hidden',
    minusInfinity: 'minus infinity: this weight stays 0 until a score is typed',
    seesNothing: 'This step sees no word: all are masked. Weights and context are defined as zeros.',
    dragMe: 'drag a bar',
    ghost: 'before',
    padding: 'padding',
    temperature: (text: string) => `T = ${text}`,
  },

  heatmap: {
    title: 'Alignment',
    label: (rows: number, columns: number) => `Alignment heatmap: ${rows} steps by ${columns} source words`,
    hint: 'Arrow keys move; the row becomes the current step, the column is pinned.',
    cell: (target: string, source: string, weight: string, score: string) =>
      `${target} to ${source}: weight ${weight}, score ${score}`,
    cellHidden: (target: string, source: string) => `${target} to ${source}: hidden by the mask, weight 0`,
    rowSum: 'Σ',
    entropy: 'H',
    rowSumTitle: 'Sum of the row',
    entropyTitle: (value: string, largest: string) => `Entropy ${value} nats, of at most ${largest}`,
    legend: 'weight',
    palette: 'Palette of the weights',
    palettes: { indigo: 'Indigo', cividis: 'Yellow and blue', grey: 'Grey' },
    nothing: 'sees nothing',
    row: (step: number, word: string) => `Step ${step}, ${word}`,
  },

  plane: {
    title: 'The plane',
    label: (context: string) => `Encoder states and their hull, the query, and the context at ${context}`,
    hint: 'Drag h to change an encoder state, s to change the query. The context c never leaves the hull of the states.',
    axes: 'Coordinates',
    axis: (index: number) => `cell ${index}`,
    encoderState: (index: number, word: string) => `State h${subscript(index)} of ${word}`,
    decoderState: (step: number, word: string) => `Query s${subscript(step)} of ${word}`,
    context: 'Context c',
    at: (x: string, y: string) => `(${x}, ${y})`,
    inactiveQuery: 'Typed scores do not use the query; choose a score function to see it act.',
  },

  arithmetic: {
    title: 'The arithmetic',
    none: 'Choose a word to see how its weight is made.',
    score: 'Score',
    exponential: 'Exponential',
    weight: 'Weight',
    contribution: 'Its share',
    context: 'Context',
    typed: 'typed in',
    imported: 'log α of your file',
    importedScore: 'from your file',
    hidden: 'Hidden by the mask: its logit is −∞, so it gets nothing.',
    empty: 'Every word of this row is masked, so nothing can be divided. Weights and context are defined as zeros.',
    more: (count: number) => `… ${count} more`,
    zeroTemperature: 'Temperature 0: all weight goes to the largest score, shared where several are equal.',
    sentence: (source: string, percent: string, target: string) =>
      `${source} takes ${percent} of the attention of ${target}.`,
    shifted: 'Each exponential is taken after subtracting the largest score m; the weights stay the same.',
    spread: (entropy: string, words: string) => `Entropy ${entropy} nats: as spread out as ${words} equal words.`,
  },

  controls: {
    title: 'Controls',
    scoreFunction: 'Score function',
    scoreFunctions: scoreFunctionNames,
    temperature: 'Temperature',
    temperatureHint: 'Below 1 sharpens, above 1 flattens.',
    masks: 'Masks',
    padding: 'Hide padding',
    paddingNone: 'none here',
    causal: 'Causal',
    causalOptions: { none: 'off', topLeft: 'top-left', bottomRight: 'bottom-right' },
    causalHint: 'Step t sees only words up to its own position.',
    step: 'Step',
    previousStep: 'Previous step',
    nextStep: 'Next step',
    matrices: 'Matrices',
    matrixEntry: (name: string, row: number, column: number) => `${name}, row ${row}, column ${column}`,
    formulas: {
      given: 'You type the scores.',
      dot: 'Both vectors need the same width.',
      scaledDot: 'Divided by the root of the width, so that scores stay moderate.',
      bilinear: 'A matrix between query and key (Luong, “general”).',
      additive: 'A small network scores each pair (Bahdanau).',
      cosine: 'The dot product of the directions alone.',
    } as Readonly<Record<ScoreFunction, string>>,
  },

  engine: {
    title: 'Engine',
    names: engineNames,
    auto: 'Automatic',
    running: (name: string, threads: number, milliseconds: string) =>
      `${name}, ${threads} ${threads === 1 ? 'thread' : 'threads'}, ${milliseconds} ms`,
    states: { ready: 'ready', available: 'available', unavailable: 'not available', starting: 'starting' } as Readonly<
      Record<string, string>
    >,
    reasons: {
      notIsolated: 'This page is not cross-origin isolated, so threads cannot share memory.',
      noServiceWorker:
        'This page is not cross-origin isolated, and has no service worker to isolate a frame for threads: that needs https, and neither a file nor a sandbox.',
      filesElsewhere:
        'This page is not cross-origin isolated. A frame for threads would need the playground’s files on this page’s own origin.',
      serviceWorkerFailed: 'The service worker that isolates a frame for threads could not be registered.',
      frameRefused:
        'The hidden frame for threads was refused; a content security policy needs its origin in frame-src.',
      noIsolationPolicy: 'This browser cannot isolate a frame for threads: it has no Document-Isolation-Policy.',
      noSimd: 'This browser has no WebAssembly SIMD.',
      noWasm: 'This browser has no WebAssembly.',
      noWorker: 'This page may not start workers.',
      blockedByPolicy: 'The page’s content security policy forbids WebAssembly; it needs ’wasm-unsafe-eval’.',
      noWebGpu: 'This browser has no WebGPU.',
      noAdapter: 'The browser found no graphics processor that it may use.',
      wrongNumbers: 'The graphics processor gave wrong numbers when it was checked.',
      notBuilt: 'This build was made without it.',
      failed: 'It could not be loaded.',
      timedOut: 'It did not start in time.',
    } as Readonly<Record<string, string>>,
    framed: 'In a hidden frame that a service worker isolates, as this page is not cross-origin isolated.',
    device: (name: string) => `On ${name}. The float64 numbers of this stage come from its part on the CPU.`,
    /** What an engine does without for now, while it answers all the same. */
    limitations: {
      deviceLost: 'The graphics processor was taken away; the CPU computes until it is back.',
      outOfMemory: 'The memory of the graphics processor was too small; the CPU computed in its place.',
      gpuFailed: 'The graphics processor failed; the CPU computes in its place.',
    } as Readonly<Record<string, string>>,
    precision: 'All numbers here are computed in float64 by this engine.',
  },

  numbers: {
    title: 'About the numbers',
    explanation:
      'Largest difference from the reference engine in float64, measured with scaled dot products of vectors of width 64. The stage computes in float64.',
    precision: 'Precision',
    size: 'Steps × words',
    weightsError: 'Weights',
    contextError: 'Context',
  },

  transport: {
    label: 'Animation',
    play: 'Play',
    pause: 'Pause',
    previous: 'Previous phase',
    next: 'Next phase',
    scrub: 'Moment',
    moment: (phase: string, seconds: string) => `${phase}, ${seconds} s`,
    phases: { score: 'score', softmax: 'softmax', context: 'context' },
    done: 'all shown',
    speed: 'Speed',
    captions: {
      score: 'The query meets each key; their products add up to a score.',
      softmax: 'Each score becomes an exponential; divided by their sum they become weights.',
      context: 'Each state is scaled by its weight; together they make the context.',
    },
  },

  input: {
    wordsTitle: 'Your own words',
    source: 'Source sentence',
    target: 'Target sentence',
    show: 'Show',
    attentionTitle: 'Your own attention',
    attentionHint:
      'Drop files anywhere on the page, choose some, or paste: .npy, .npz, .safetensors, CSV, JSON, or what OpenNMT, Nematus, BertViz and CircuitsVis write.',
    chooseFile: 'Choose a file',
    paste: 'Or paste it here',
    read: 'Read it',
    dropHere: 'Drop it to read the attention in it',
    close: 'Close',
    failedToLoad: 'This part could not be loaded.',
    imported: (count: number, format: string) =>
      `Read ${count} ${count === 1 ? 'sentence' : 'sentences'} (${format}). Every score can be changed.`,
  },

  edit: {
    apply: 'Apply',
    cancel: 'Cancel',
    hint: 'Enter applies, Escape cancels.',
    empty: 'Type a number, for example 2.1.',
    notANumber: (text: string) => `“${text}” is not a number. Type one like 2.1 or −0.5.`,
    notFinite: (text: string) => `“${text}” is not a finite number. To hide a word, use a mask.`,
    tooLarge: (text: string) => `${text} is too large: at most 1,000,000,000 either way.`,
    negativeTemperature: (text: string) =>
      `A temperature of ${text} would turn the order round. Type 0 or a positive number.`,
  },

  table: {
    title: 'The numbers as a table',
    caption: (step: number, word: string) => `Step ${step}, ${word}`,
    word: 'Source word',
    score: 'Score',
    exponential: 'Exponential',
    weight: 'Weight',
    contribution: 'Weight · state',
    alignment: 'All steps',
    sum: 'Sum',
    entropy: 'Entropy',
  },

  status: {
    loading: 'Starting the attention core …',
    failed: 'This could not be computed.',
    dismiss: 'Dismiss',
    changed: (name: string, value: string, weights: string) => `${name} ${value}. Weights: ${weights}`,
  },
};

function subscript(index: number): string {
  return String(index).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)] ?? digit);
}
