// Parses the instants of query parameters.

/** An ISO timestamp in UTC as milliseconds; NaN for any other text, days that do not exist included. */
export function parseInstant(text: string): number {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== text.slice(0, 19)
    ? NaN
    : at
}
