// Questions to talk about while a lesson is paused: early ones about choices, late ones about results.

export const questions: readonly string[] = [
  'Which stock would you buy now? What makes you think so?',
  'How many different stocks do you hold? What happens to you if the largest one falls by half?',
  'You know no company names here. Would a name help you to choose, or lead you astray?',
  'How much cash do you keep? What do you gain by waiting, and what do you miss?',
  'A stock has just gone up a lot. Does it go on rising? What have you seen so far?',
  'When do you sell: after a gain or after a loss? What is your reason?',
  'Each trade costs a little, because you buy above the price and sell below it. What have your trades cost you?',
  'You could have bought all 16 stocks at the start and waited. Are you ahead of the market?',
  'Is the member in first place skilled or lucky? How could you find out?',
  'What would you do differently in a second year? Would you do the same with real money?',
]

/** One for each part of the lesson, so that a page that is loaded again asks the same; and the next ones on demand. */
export function questionAt(tick: number, ticks: number, further: number): string {
  const part = Math.floor((questions.length * tick) / (ticks + 1))
  return questions[(part + further) % questions.length] ?? ''
}
