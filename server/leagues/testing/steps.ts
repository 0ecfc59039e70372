// The random steps of a life with leagues.
import * as fc from 'fast-check'

export const people = 3
const stocks = ['AAPL', 'MSFT'] as const
export type Stock = (typeof stocks)[number]

const who = fc.nat({ max: people - 1 })
const which = fc.nat({ max: 1 })
export const anyStep = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('create' as const),
      who,
      hours: fc.constantFrom(0, 0, 3, 30),
    }),
  },
  { weight: 4, arbitrary: fc.record({ step: fc.constant('join' as const), who, which }) },
  {
    weight: 30,
    arbitrary: fc.record({
      step: fc.constant('trade' as const),
      who,
      /** 2 is the main portfolio. */
      which: fc.nat({ max: 2 }),
      type: fc.constantFrom('buy', 'sell'),
      ticker: fc.constantFrom(...stocks),
      quantity: fc.integer({ min: 1, max: 40 }),
      key: fc.nat({ max: 7 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant('wait' as const),
      hours: fc.integer({ min: 1, max: 15 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('price' as const),
      ticker: fc.constantFrom(...stocks),
      cents: fc.integer({ min: 50_00, max: 200_00 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant('remove' as const), who, by: who, which }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('end' as const), who, which }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('delete' as const), who, which }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('start over' as const), who }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('job' as const) }) },
)
export type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never
