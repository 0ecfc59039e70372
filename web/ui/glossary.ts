// The words of the trade that a newcomer may not know, each in a sentence or two. The screens and the guides take them from here.

export const glossary = {
  'average price':
    'What one of your shares has cost on average. Every purchase moves it, a sale does not.',
  'market value': 'What your shares are worth at the price of now.',
  allocation: 'Which part of everything you have each stock and your cash make up.',
  ROI: 'Return on investment: what was gained or lost since the start, as a percentage of the cash at the start.',
  today: 'The change since the last close of the day before.',
} as const

export type Term = keyof typeof glossary
