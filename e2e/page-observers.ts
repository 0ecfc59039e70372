// What moves by itself on a page.
import type { Page } from '@playwright/test'

/** From now on every page remembers what moved by itself on it. */
export const noteShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: string[] = []
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry))
    })
    watch.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts })
  })

/** Once what has been drawn last is counted too. */
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => void requestAnimationFrame(resolve))
    }
    return 'shifts' in window && Array.isArray(window.shifts) ? window.shifts : ['not noted']
  })

/** How much it was in all, as browsers count it. */
export const sumOf = (shifts: readonly string[]): number =>
  shifts.reduce((sum, shift) => sum + Number(JSON.parse(shift).value), 0)
