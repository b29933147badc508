import type { Browser } from 'playwright-core';

export declare const chromiumPath: string;
export declare const chromiumArguments: string[];
export declare const webGpuArguments: string[];
export declare function launchChromium(options?: {
  readonly hasGpu?: boolean;
  /** On top of its own. */
  readonly args?: readonly string[];
}): Promise<Browser>;
