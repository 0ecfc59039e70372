// The page of the platform guide: how to use Tengrand.
import { openStartingWords } from '@tengrand/core/contest.ts'

import { Article, type ArticleSection } from './article.tsx'
import { platform } from './guides.tsx'
import { appearance, journal, leagues, names, ranking, restarting } from './platform/others.tsx'
import { chart, holdings, history } from './platform/portfolio.tsx'
import { finding, freshness, Sources } from './platform/prices.tsx'
import { trading, waiting } from './platform/trading.tsx'
import { prose } from './prose.tsx'

export default function PlatformPage() {
  return <Article guide={platform} opening={opening} sections={sections} />
}

const opening = prose`
  Tengrand is a stock market simulator. You start with ten grand, ${openStartingWords} of virtual
  cash, and trade sixteen well-known stocks with it. Nothing you do here costs or earns
  real money.
`

const sections: readonly ArticleSection[] = [
  { id: 'finding', title: 'Looking around', content: finding },
  { id: 'sources', title: 'Where the prices come from', content: <Sources /> },
  { id: 'freshness', title: 'How fresh a price is', content: freshness },
  { id: 'trading', title: 'Making a trade', content: trading },
  { id: 'waiting', title: 'Limit and stop orders', content: waiting },
  { id: 'journal', title: 'Journal', content: journal },
  { id: 'holdings', title: 'Your holdings', content: holdings },
  { id: 'chart', title: 'Your value over time', content: chart },
  { id: 'history', title: 'Your history', content: history },
  { id: 'ranking', title: 'The leaderboard', content: ranking },
  { id: 'restart', title: 'Restarting', content: restarting },
  { id: 'leagues', title: 'Leagues', content: leagues },
  { id: 'names', title: 'Your display name', content: names },
  { id: 'appearance', title: 'Light, dark, and Pro', content: appearance },
]
