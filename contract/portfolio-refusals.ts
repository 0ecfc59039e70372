// The refusals about portfolios: which one a call is about, and starting over.
import type { RefusalEntry } from './people-refusals.ts'

/** The details that the sentence of each refusal needs. */
export interface PortfolioRefusals {
  unknown_portfolio: object
  portfolio_closed: object
  nothing_to_close: object
  /** From this instant on, in milliseconds. */
  too_soon: { from: number }
}

const newYorkTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
})

export const portfolioRefusals: {
  readonly [Code in keyof PortfolioRefusals]: RefusalEntry<PortfolioRefusals[Code]>
} = {
  unknown_portfolio: {
    status: 404,
    title: 'Unknown portfolio',
    sentence: () => 'You have no portfolio with this id.',
  },
  portfolio_closed: {
    status: 409,
    title: 'Portfolio closed',
    sentence: () => 'This chapter is closed. It can be read, but not traded in.',
  },
  nothing_to_close: {
    status: 409,
    title: 'Nothing to close',
    sentence: () =>
      'You have not traded in this chapter yet, so there is nothing to start over from.',
  },
  too_soon: {
    status: 409,
    title: 'Too soon',
    sentence: ({ from }) =>
      `You can start over once in 30 days, and again from ${newYorkTime.format(from)} New York time on.`,
  },
}
