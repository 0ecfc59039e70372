// Observers in a page: layout shifts, and tasks of more than 50 ms, as the browser counts them.
import type { Page } from '@playwright/test'

/** Records the layout shifts of every page that is opened from now on. */
export const noteShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: string[] = []
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry))
    })
    watch.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts })
  })

/** Waits for three frames, so that the last drawing is counted too. */
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => void requestAnimationFrame(resolve))
    }
    return 'shifts' in window && Array.isArray(window.shifts) ? window.shifts : ['not noted']
  })

/** The sum of their values, as browsers count it. */
export const sumOf = (shifts: readonly string[]): number =>
  shifts.reduce((sum, shift) => sum + Number(JSON.parse(shift).value), 0)

/** Records the long tasks of every page that is opened from now on. */
export const noteLongTasks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const longTasks: number[] = []
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    })
    watch.observe({ type: 'longtask', buffered: true })
    Object.assign(window, { longTasks })
  })

/** In milliseconds, after a pause in which the observer is called. */
export const longTasksOf = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => void setTimeout(resolve, 100))
    if (!('longTasks' in window) || !Array.isArray(window.longTasks)) throw new Error('not noted')
    return window.longTasks
  })
