// Observers in a page: layout shifts and long tasks (over 50 ms), as the browser reports them.
import type { Page } from '@playwright/test'

/** Records the layout shifts of every page opened after this call. */
export const noteShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: string[] = []
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry))
    })
    watch.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts })
  })

/** The layout shifts so far; waits for three frames, so that the last paint is included. */
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => void requestAnimationFrame(resolve))
    }
    return 'shifts' in window && Array.isArray(window.shifts) ? window.shifts : ['not noted']
  })

/** The sum of the shift values, as in the browser's layout shift score. */
export const sumOf = (shifts: readonly string[]): number =>
  shifts.reduce((sum, shift) => sum + Number(JSON.parse(shift).value), 0)

/** Records the long tasks of every page opened after this call. */
export const noteLongTasks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const longTasks: number[] = []
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    })
    watch.observe({ type: 'longtask', buffered: true })
    Object.assign(window, { longTasks })
  })

/** The durations in milliseconds, after a pause that lets the observer run. */
export const longTasksOf = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => void setTimeout(resolve, 100))
    if (!('longTasks' in window) || !Array.isArray(window.longTasks)) throw new Error('not noted')
    return window.longTasks
  })
