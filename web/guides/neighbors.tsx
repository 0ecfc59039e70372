// Where reading goes on after a guide: the one before it and the one after; behind the last one practice begins.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Icon } from '../ui/icons.tsx'
import { guides, type Guide } from './guides.ts'

export function Neighbors({ guide }: { guide: Guide }) {
  const index = guides.indexOf(guide)
  const previous = guides[index - 1]
  const next = guides[index + 1]
  return (
    <nav aria-label="More guides" className="mt-8 grid gap-4 sm:grid-cols-2 md:mt-5 md:gap-5">
      {previous && <Neighbor direction="previous" to={previous.path} title={previous.title} />}
      {next ? (
        <Neighbor direction="next" to={next.path} title={next.title} />
      ) : (
        <Neighbor direction="next" to={paths.dashboard} title="Go to your dashboard" />
      )}
    </nav>
  )
}

interface NeighborProps {
  readonly direction: 'previous' | 'next'
  readonly to: string
  readonly title: string
}

function Neighbor({ direction, to, title }: NeighborProps) {
  const { words, look, arrow } = looks[direction]
  return (
    <Link
      to={to}
      rel={direction === 'next' ? 'next' : 'prev'}
      className={`flex items-center gap-3 rounded-card border border-line bg-surface px-5 py-4 shadow-card transition-colors duration-100 hover:border-control ${look}`}
    >
      <Icon name="chevron" className={`size-4 text-muted ${arrow}`} />
      <span className="min-w-0">
        <span className="block text-12 text-muted">{words}</span>{' '}
        <span className="block text-15 font-medium">{title}</span>
      </span>
    </Link>
  )
}

const looks = {
  previous: { words: 'Previous', look: '', arrow: 'rotate-180' },
  next: {
    words: 'Next',
    look: 'flex-row-reverse justify-between sm:col-start-2 sm:text-right sm:justify-start',
    arrow: '',
  },
} as const
