// The current time by the clock of the browser, which may be wrong: for words and pauses only.

export const instantNow = (): number => performance.timeOrigin + performance.now()
