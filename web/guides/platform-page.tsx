// The guide to this product.
import { openStartingWords } from '@tengrand/core/contest.ts'

import { Article, type ArticleSection } from './article.tsx'
import { platform } from './guides.tsx'
import { Appearance, Names, Ranking, StartingOver } from './platform/others.tsx'
import { Chart, Holdings, History } from './platform/portfolio.tsx'
import { Finding, Freshness, Sources } from './platform/prices.tsx'
import { Trading, Waiting } from './platform/trading.tsx'

export default function PlatformPage() {
  return <Article guide={platform} Opening={Opening} sections={sections} />
}

function Opening() {
  return (
    <p>
      Tengrand is a stock market simulator. You start with ten grand, {openStartingWords} of virtual
      cash, and trade sixteen well-known American stocks with it. Nothing you do here costs or earns
      real money.
    </p>
  )
}

const sections: readonly ArticleSection[] = [
  { id: 'finding', title: 'Looking around', Content: Finding },
  { id: 'sources', title: 'Where the prices come from', Content: Sources },
  { id: 'freshness', title: 'How fresh a price is', Content: Freshness },
  { id: 'trading', title: 'Making a trade', Content: Trading },
  { id: 'waiting', title: 'Orders that wait for a price', Content: Waiting },
  { id: 'holdings', title: 'Your holdings', Content: Holdings },
  { id: 'chart', title: 'Your value over time', Content: Chart },
  { id: 'history', title: 'Your history', Content: History },
  { id: 'ranking', title: 'The leaderboard', Content: Ranking },
  { id: 'starting-over', title: 'Starting over', Content: StartingOver },
  { id: 'names', title: 'Your display name', Content: Names },
  { id: 'appearance', title: 'Light, dark, and Pro', Content: Appearance },
]
