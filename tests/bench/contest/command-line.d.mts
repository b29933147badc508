export interface CommandLine {
  contestantPattern: RegExp | null;
  workPattern: RegExp | null;
  longest: number;
  rounds: number;
  isQuick: boolean;
  isWithGpu: boolean;
  isWriting: boolean;
  isHelp: boolean;
}
export declare const usage: string;
export declare function parseCommandLine(words: readonly string[]): CommandLine;
