/** After all that waits in microtasks, as the answers of an engine in this thread. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
