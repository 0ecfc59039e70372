// The insights of the demo's learner, which the strategies guide shows as an example, rounded, in dollars and percent.
// Computed at noon of `day` in New York; server/insights/spreadsheet.test.ts compares them with the demo's responses.

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
