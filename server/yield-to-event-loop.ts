// A pause in long work: whatever else is waiting for this process has its turn before it goes on.

export const yieldToEventLoop = (): Promise<void> => new Promise(setImmediate)
