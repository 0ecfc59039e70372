// The page that lists the guides, each with its reading time and level.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { guides, type Guide, ReadingTime } from './guides.tsx'

export default function GuidesPage() {
  return (
    <>
      <PageHeading />
      <p className="mt-1 max-w-prose text-15 text-muted">
        Three short guides to investing and to Tengrand. They build on each other, but you can read
        each one alone.
      </p>
      <ol className="mt-5 grid gap-5 md:grid-cols-3">
        {guides.map((guide) => (
          <GuideCard key={guide.path} guide={guide} />
        ))}
      </ol>
      <p className="mt-6 max-w-prose text-muted">
        The guides explain how markets work. They are not investment advice. They recommend no
        stock, no trade and no strategy.
      </p>
    </>
  )
}

function GuideCard({ guide }: { guide: Guide }) {
  const { path, title, sentence } = guide
  const { icon, topics } = previews[path]
  return (
    <li className="relative flex flex-col rounded-card border border-line bg-surface p-5 shadow-card transition-colors duration-100 hover:border-control md:p-6">
      <span className="inline-flex size-11 items-center justify-center rounded-control bg-accent-soft text-accent">
        <Icon name={icon} />
      </span>
      <h2 className="mt-4 text-20 font-semibold tracking-tight">
        {/* The whole card can be pressed, and the name of the link stays short. */}
        <Link to={path} className="after:absolute after:inset-0 after:rounded-card">
          {title}
        </Link>
      </h2>
      <div className="mt-2">
        <ReadingTime guide={guide} />
      </div>
      <p className="mt-3 text-15">{sentence}</p>
      <ul className="mt-4 mb-5 flex flex-col gap-2 text-muted">
        {topics.map((topic) => (
          <li key={topic} className="flex gap-2.5">
            <Icon name="check" className="mt-0.5 size-4 text-accent" />
            {topic}
          </li>
        ))}
      </ul>
      <span
        aria-hidden="true"
        className="mt-auto inline-flex items-center gap-1 text-14 font-medium text-accent"
      >
        Read the guide
        <Icon name="chevron" className="size-4" />
      </span>
    </li>
  )
}

interface Preview {
  readonly icon: IconName
  readonly topics: readonly string[]
}

const previews: Readonly<Record<Guide['path'], Preview>> = {
  [paths.basics]: {
    icon: 'learn',
    topics: [
      'What you own when you own a share',
      'Where gains and losses come from',
      'What time does to money',
    ],
  },
  [paths.strategies]: {
    icon: 'trend',
    topics: [
      'Holding, buying in steps, and trading often',
      'Why it helps not to put all eggs in one basket',
      'Limits you set before you need them',
    ],
  },
  [paths.platform]: {
    icon: 'dashboard',
    topics: [
      'Where prices come from and how fresh they are',
      'What happens when you place an order',
      'How the leaderboard is computed',
    ],
  },
}
