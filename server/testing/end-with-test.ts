// Ends resources and child processes with the test.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { onTestFinished } from 'vitest'

/** What is deferred to it is closed at the end of the test, the newest first. */
export function closeWithTest(): AsyncDisposableStack {
  const closing = new AsyncDisposableStack()
  onTestFinished(() => closing.disposeAsync())
  return closing
}

/** Ends the process and waits for its exit, because its data folder is deleted afterwards. */
export function endWithTest(child: ChildProcess): void {
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
}
