// The format of an instant to the minute, without its year.

export const toTheMinute = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
