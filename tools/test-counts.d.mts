export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
export declare function countCtest(reportPath: string, ok: boolean): Counts;
export declare function countVitest(reportPath: string, ok: boolean): Counts;
