// Where somebody who has nothing yet can begin: the list of stocks on the dashboard; and what came before, in a later chapter.
import { Link } from '../link.tsx'
import { buttonClass } from './button.tsx'

export function MarketLink({ chapter = 1 }: { chapter?: number | undefined }) {
  return (
    <>
      <Link to="/dashboard#market" className={`mt-5 ${buttonClass('secondary')}`}>
        See the market
      </Link>
      {chapter > 1 && (
        <p className="mt-5">
          <Link to="/portfolio#chapters" className="font-medium text-accent underline">
            Read your earlier {chapter === 2 ? 'chapter' : 'chapters'}
          </Link>
        </p>
      )}
    </>
  )
}
