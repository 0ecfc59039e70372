// The waitlist of the paid tier: what is planned, and the way onto the list.
import { Card } from '../ui/card.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Join } from './join.tsx'

export default function ProPage() {
  return (
    <>
      <PageHeading className="text-24 font-semibold tracking-tight" />
      <p className="mt-1 max-w-prose text-15 text-muted">
        Pro is planned as a premium subscription with AI-powered insights. It is not open yet: join
        the waitlist, and you will hear when it is.
      </p>
      <Join />
      <h2 className="mt-8 text-16 font-semibold tracking-tight">What is planned</h2>
      <ul className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {features.map((feature) => (
          <li key={feature.title} className="grid">
            <Feature {...feature} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface FeatureProps {
  readonly title: string
  readonly sentence: string
  readonly icon: IconName
}

function Feature({ title, sentence, icon }: FeatureProps) {
  return (
    <Card>
      <span className="inline-flex size-9 items-center justify-center rounded-control border border-pro-line bg-pro-soft text-pro">
        <Icon name={icon} />
      </span>
      <h3 className="mt-4 text-16 font-semibold tracking-tight">{title}</h3>
      <p className="mt-1 text-muted">{sentence}</p>
    </Card>
  )
}

const features: readonly FeatureProps[] = [
  {
    title: 'AI-Powered Insights',
    sentence: 'Your portfolio explained in plain words: what moved it, and what it depends on.',
    icon: 'spark',
  },
  {
    title: 'Advanced Analytics',
    sentence: 'Volatility, drawdown and how your return compares with the whole market.',
    icon: 'bars',
  },
  {
    title: 'Custom Strategy Builder',
    sentence: 'Write down the rules you trade by, and see how they would have done.',
    icon: 'trend',
  },
  {
    title: 'Portfolio Optimization',
    sentence: 'How to spread your money so that one bad day of one stock hurts less.',
    icon: 'portfolio',
  },
  {
    title: 'Real-time Alerts',
    sentence: 'A word the moment a stock reaches the price that you are waiting for.',
    icon: 'bell',
  },
  {
    title: 'Advanced Screening',
    sentence: 'Find stocks by size, by growth or by how much they move, not only by name.',
    icon: 'search',
  },
]
