/** The libraries that a script can be written for. */
export const pythonLibraries = ['numpy', 'pytorch', 'jax'] as const;
export type PythonLibrary = (typeof pythonLibraries)[number];

/** How each library says what the script needs. Arguments are pieces of Python. */
export interface Dialect {
  readonly imports: readonly string[];
  /** The short name under which its functions stand. */
  readonly alias: string;
  readonly floats: (list: string) => string;
  readonly booleans: (list: string) => string;
  readonly ones: (rows: number, columns: number) => string;
  /** Along each row, kept as a column. */
  readonly rowMax: (array: string) => string;
  readonly rowSum: (array: string) => string;
  /** `array`, but `value` where `condition` holds. */
  readonly replaced: (array: string, condition: string, value: string) => string;
  readonly asFloats: (array: string) => string;
  /** A statement. */
  readonly setEntry: (array: string, row: number, column: number, value: string) => string;
}

const numpyLike = (alias: string): Omit<Dialect, 'imports' | 'setEntry'> => ({
  alias,
  floats: (list) => `${alias}.array(${list})`,
  booleans: (list) => `${alias}.array(${list}, dtype=bool)`,
  ones: (rows, columns) => `${alias}.ones((${rows}, ${columns}), dtype=bool)`,
  rowMax: (array) => `${array}.max(axis=1, keepdims=True)`,
  rowSum: (array) => `${array}.sum(axis=1, keepdims=True)`,
  replaced: (array, condition, value) => `${alias}.where(${condition}, ${value}, ${array})`,
  asFloats: (array) => `${array}.astype(float)`,
});

export const dialects: Readonly<Record<PythonLibrary, Dialect>> = {
  numpy: {
    ...numpyLike('np'),
    imports: ['import numpy as np'],
    setEntry: (array, row, column, value) => `${array}[${row}, ${column}] = ${value}`,
  },
  pytorch: {
    imports: ['import torch'],
    alias: 'torch',
    floats: (list) => `torch.tensor(${list}, dtype=torch.float64)`,
    booleans: (list) => `torch.tensor(${list}, dtype=torch.bool)`,
    ones: (rows, columns) => `torch.ones((${rows}, ${columns}), dtype=torch.bool)`,
    rowMax: (array) => `${array}.amax(dim=1, keepdim=True)`,
    rowSum: (array) => `${array}.sum(dim=1, keepdim=True)`,
    replaced: (array, condition, value) => `${array}.masked_fill(${condition}, ${value})`,
    asFloats: (array) => `${array}.to(torch.float64)`,
    setEntry: (array, row, column, value) => `${array}[${row}, ${column}] = ${value}`,
  },
  jax: {
    ...numpyLike('jnp'),
    imports: ['import jax', 'import jax.numpy as jnp', '', 'jax.config.update("jax_enable_x64", True)'],
    setEntry: (array, row, column, value) => `${array} = ${array}.at[${row}, ${column}].set(${value})`,
  },
};
