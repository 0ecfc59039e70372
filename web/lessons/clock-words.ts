// How long something still lasts, in words for a clock that is read from afar.
/** '7:22'. */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
