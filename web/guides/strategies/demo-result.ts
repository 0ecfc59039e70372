// What 'Your result' says of the demo's learner at noon of that day in New York, rounded: in dollars and percent. A test of
// the server, spreadsheet.test.ts, makes that world and holds these numbers to its answers.

export const demoResult = {
  day: 'November 13, 2026',
  gain: 3764,
  gainPercent: 37.64,
  marketPercent: 34.18,
  aheadOfMarket: 346,
  best: 'INTC',
  bestGain: 2379,
  neverSold: 11_215,
  skipped: 39,
  firstDay: 11_318,
  traders: 1000,
  percentile: 59,
  p5: 11_111,
  p95: 16_021,
  fallPercent: 27.3,
  marketFallPercent: 32.8,
  cashPercent: 21,
} as const
