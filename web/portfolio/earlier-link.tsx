// The way to the chapters before this one, where any are kept: those of an account that was deleted are not.
import { useChapters } from './chapters.ts'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'

export function EarlierLink() {
  const { data } = useChapters()
  const closed = (data?.chapters.length ?? 1) - 1
  if (closed === 0) return null
  return (
    <p className="mt-5">
      <Link to={paths.chapters} className="font-medium text-accent underline">
        Read your earlier {closed === 1 ? 'chapter' : 'chapters'}
      </Link>
    </p>
  )
}
