// Where a newcomer can go from the dashboard.
import { Link } from '../link.tsx'
import { Card } from '../ui/card.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'

const steps: readonly { to: string; title: string; sentence: string; icon: IconName }[] = [
  {
    to: '/getting-started',
    title: 'Learn the basics',
    sentence: 'Three short guides',
    icon: 'learn',
  },
  { to: '/leaderboard', title: 'Compare returns', sentence: 'Top 10 by ROI', icon: 'leaderboard' },
]

export function NextSteps() {
  return (
    <Card title="Next steps">
      <ul className="-mx-3 -mb-2">
        {steps.map(({ to, title, sentence, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex items-center gap-3 rounded-control px-3 py-2.5 transition-colors duration-100 hover:bg-sunken"
            >
              <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent">
                <Icon name={icon} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{title}</span>
                <span className="block text-12 text-muted">{sentence}</span>
              </span>
              <Icon name="chevron" className="size-4 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
