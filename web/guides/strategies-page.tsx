// The guide to how people choose what to trade.
import { paths } from '../browser/paths.ts'
import { Article, type ArticleSection } from './article.tsx'
import { strategies } from './guides.tsx'
import { PageLink } from './prose.tsx'
import { Choosing, Judging } from './strategies/choosing.tsx'
import { Costs, Holding, Steps } from './strategies/holding.tsx'
import { Plan, Skill } from './strategies/last-sections.tsx'
import { Limits, Mistakes } from './strategies/limits.tsx'
import { Spreading } from './strategies/spreading.tsx'

export default function StrategiesPage() {
  return <Article guide={strategies} Opening={Opening} sections={sections} />
}

function Opening() {
  return (
    <>
      <p>
        A strategy is a set of rules that you make while you are calm, so that you need not invent
        them while prices are moving. It says what you buy, how much of it, when you sell, and when
        you do nothing. None of the strategies below wins always, and no rule protects from every
        loss. What they have in common is that they can be written down, tried and judged.
      </p>
      <p>
        If words such as share, return or unrealized loss are new to you, begin with{' '}
        <PageLink to={paths.basics}>the investment basics</PageLink>.
      </p>
    </>
  )
}

const sections: readonly ArticleSection[] = [
  { id: 'holding', title: 'Buy and hold', Content: Holding },
  { id: 'steps', title: 'Buying in steps', Content: Steps },
  { id: 'spreading', title: 'Spreading, and how much it helps', Content: Spreading },
  { id: 'choosing', title: 'Three ways of choosing', Content: Choosing },
  { id: 'costs', title: 'What trading often costs', Content: Costs },
  { id: 'limits', title: 'Limits that you set beforehand', Content: Limits },
  { id: 'mistakes', title: 'Mistakes that most people make once', Content: Mistakes },
  { id: 'judging', title: 'Skill or luck?', Content: Judging },
  { id: 'plan', title: 'A plan on one page', Content: Plan },
  { id: 'skill', title: 'Was it skill?', Content: Skill },
]
