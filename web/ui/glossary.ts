// The words of the trade that a newcomer may not know, each in a sentence or two. The screens and the guides take them from here.

export const glossary = {
  'average price':
    'What one of your shares has cost on average. Every purchase moves it, a sale does not.',
  'market value': 'What your shares are worth at the price of now.',
  'realized gain':
    'What sales brought, less what the shares had cost. It stays, whatever prices do next.',
  'on paper': 'What your shares are worth now, less what they have cost.',
  bid: 'The bid is what one share brings when you sell, never more than the price.',
  ask: 'The ask is what one share costs when you buy, never less than the price.',
  allocation: 'How everything you have is split between stocks and cash.',
  ROI: 'Return on investment: the gain or loss as a percentage of the cash at the start.',
  today: 'The change since the last close of the day before.',
} as const

export type Term = keyof typeof glossary
