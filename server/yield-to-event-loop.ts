// Yields to the event loop in the middle of long work, so that requests that wait are served before it goes on.

export const yieldToEventLoop = (): Promise<void> => new Promise(setImmediate)
