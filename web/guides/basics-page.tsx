// The page of the basics guide: what investing is.
import { Article, type ArticleSection } from './article.tsx'
import { gains, owning, priceMoves, sides } from './basics/owning.tsx'
import { risk, spreading, trying, terms, time } from './basics/risk.tsx'
import { basics } from './guides.tsx'
import { prose } from './prose.tsx'

export default function BasicsPage() {
  return <Article guide={basics} opening={opening} sections={sections} />
}

const opening = prose`
  Investing means buying something today because you expect it to be worth more later. This guide
  explains shares in plain words and small numbers. Your money here is virtual, so try every idea
  as you read.
`

const sections: readonly ArticleSection[] = [
  { id: 'owning', title: 'What you own when you own a share', content: owning },
  { id: 'prices', title: 'Why prices move', content: priceMoves },
  { id: 'spread', title: 'The spread: why you start a few cents down', content: sides },
  { id: 'gains', title: 'Gains and losses, unrealized and realized', content: gains },
  { id: 'time', title: 'What time does to money', content: time },
  { id: 'risk', title: 'What risk means', content: risk },
  { id: 'spreading', title: 'Why it helps to spread your money', content: spreading },
  { id: 'words', title: 'Five words you will meet', content: terms },
  { id: 'trying', title: 'Try it yourself', content: trying },
]
