// The current time by the clock of the browser, which may be wrong: for words and pauses only; and the words of an instant.

export const instantNow = (): number => performance.timeOrigin + performance.now()

/** The format of an instant to the minute, without its year. */
export const toTheMinute = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
