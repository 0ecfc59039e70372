// What the paid tier that is planned would add to this page.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

const tools = ['AI Analysis', 'Price Alerts', 'Advanced Charts']

export default function ProTools() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div>
        <h2 className="text-16 font-semibold tracking-tight">More with Pro</h2>
        <p className="text-muted">Tools that are planned. Join the waitlist to hear of them.</p>
      </div>
      <ul className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col">
        {tools.map((tool) => (
          <li key={tool}>
            <Link to={paths.pro} className={`w-full ${buttonClass('pro')}`}>
              {tool}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
