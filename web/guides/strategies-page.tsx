// The page of the strategies guide: how people choose what to trade.
import { paths } from '../browser/paths.ts'
import { Article, type ArticleSection } from './article.tsx'
import { strategies } from './guides.tsx'
import { prose } from './prose.tsx'
import { choosing, judging } from './strategies/choosing.tsx'
import { costs, holding, steps } from './strategies/holding.tsx'
import { plan, skill } from './strategies/last-sections.tsx'
import { limits, mistakes } from './strategies/limits.tsx'
import { spreading } from './strategies/spreading.tsx'

export default function StrategiesPage() {
  return <Article guide={strategies} opening={opening} sections={sections} />
}

const opening = prose`
  A strategy is a set of rules that you make while you are calm, so you don't have to invent them
  while prices move. It says what you buy, how much of it, when you sell, and when you do nothing.
  No strategy always wins. But you can write it down, try it and judge it.

  If words such as share, return or unrealized loss are new to you, start with [the investment
  basics](${paths.basics}).
`

const sections: readonly ArticleSection[] = [
  { id: 'holding', title: 'Buy and hold', content: holding },
  { id: 'steps', title: 'Buying in steps', content: steps },
  { id: 'spreading', title: 'Not all eggs in one basket', content: spreading },
  { id: 'choosing', title: 'Three ways of choosing', content: choosing },
  { id: 'costs', title: 'What trading often costs', content: costs },
  { id: 'limits', title: 'Limits you set beforehand', content: limits },
  { id: 'mistakes', title: 'Mistakes most people make once', content: mistakes },
  { id: 'judging', title: 'Skill or luck?', content: judging },
  { id: 'plan', title: 'A plan on one page', content: plan },
  { id: 'skill', title: 'How to read your result', content: skill },
]
