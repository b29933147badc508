/*
 * What a page and the frame that hosts its threads say to each other. Both ends may be of different versions of this project, if
 * only while one of them is updated, so this stays as it is.
 */

/** Behind the address of the frame where it stands in a page with `Cross-Origin-Embedder-Policy`, and has to have one too. */
export const embedderPolicyMark = '?embedder-policy';

/** From the frame, first. */
export interface HostGreeting {
  readonly isIsolated: boolean;
}

/** From the page, with the port for the core. */
export interface HostOrder {
  /** Address of core-worker.ts as it was built. */
  readonly script: string;
}

/** From the frame, when the worker has died. */
export interface HostFailure {
  readonly failure: string;
}

/** To the worker, with the port through which the page speaks. */
export const portForCore = 'port for the core';
