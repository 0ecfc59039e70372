// What keeps a page from answering: tasks of more than 50 ms, as the browser counts them.
import type { Page } from '@playwright/test'

/** From now on every page remembers those on it. */
export const noteLongTasks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const longTasks: number[] = []
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    })
    watch.observe({ type: 'longtask', buffered: true })
    Object.assign(window, { longTasks })
  })

/** In milliseconds, once what is waiting to be told has been. */
export const longTasksOf = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => void setTimeout(resolve, 100))
    if (!('longTasks' in window) || !Array.isArray(window.longTasks)) throw new Error('not noted')
    return window.longTasks
  })
