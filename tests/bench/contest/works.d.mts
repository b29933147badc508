export interface Work {
  name: string;
  kind: 'attention' | 'additive' | 'softmax';
  headCount: number;
  count: number;
  dim: number;
  isCausal: boolean;
  isQuick: boolean;
  rowStep: number;
  tolerance: number;
  operations?: number;
  onlyFused?: boolean;
  mostRounds?: number;
}
export declare const works: readonly Work[];
export declare function selectWorks(choice: { pattern: RegExp | null; isQuick: boolean; longest: number }): Work[];
