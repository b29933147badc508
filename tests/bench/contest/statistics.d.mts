export interface Sample {
  milliseconds: number;
  waitedShare: number;
}
export interface Summary {
  median: number;
  lower: number;
  upper: number;
}
export declare function quantile(numbers: readonly number[], share: number): number;
export declare function summaryOf(numbers: readonly number[]): Summary;
export declare function isQuiet(sample: Sample): boolean;
export declare function quietMilliseconds(samples: readonly Sample[]): number[];
