// The guide to what investing is.
import { Article, type ArticleSection } from './article.tsx'
import { Gains, Owning, Prices, Sides } from './basics/owning.tsx'
import { Risk, Spreading, Trying, Words, Time } from './basics/risk.tsx'
import { basics } from './guides.tsx'

export default function BasicsPage() {
  return <Article guide={basics} Opening={Opening} sections={sections} />
}

function Opening() {
  return (
    <p>
      Investing means buying something today because you expect it to be worth more later. This
      guide explains the thing that most people start with, the share, in plain words and with small
      numbers. With virtual money you can try every idea at once.
    </p>
  )
}

const sections: readonly ArticleSection[] = [
  { id: 'owning', title: 'What you own when you own a share', Content: Owning },
  { id: 'prices', title: 'Why prices move', Content: Prices },
  { id: 'sides', title: 'Why a buy costs more than a sale brings', Content: Sides },
  { id: 'gains', title: 'Gains and losses, on paper and for real', Content: Gains },
  { id: 'time', title: 'What time does to money', Content: Time },
  { id: 'risk', title: 'What risk means', Content: Risk },
  { id: 'spreading', title: 'Why it helps to spread your money', Content: Spreading },
  { id: 'words', title: 'Five words you will meet', Content: Words },
  { id: 'trying', title: 'Try it', Content: Trying },
]
