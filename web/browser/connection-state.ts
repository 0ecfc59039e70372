// Whether the server can be reached, as the shell has found out, for whatever is shown differently when it cannot.
import { createStore, useStore } from './create-store.ts'

/** An event of the window: something could not be loaded, and the connection may be why. */
export const connectionDoubt = 'connection-doubt'

const lost = createStore(false)

export const setConnectionLost = lost.set

export const useConnectionLost = (): boolean => useStore(lost)
