// The way to the next chapter: the entry in the account menu, and what it says once the chapter has begun.
import { useState } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { StartOverDialog } from './start-over-dialog.tsx'

export function StartOver() {
  const [isOpen, setOpen] = useState(false)
  const [begun, setBegun] = useState<number | null>(null)
  const close = (chapter: number | null): void => {
    setOpen(false)
    setBegun(chapter)
  }
  return (
    <div>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setBegun(null)
          setOpen(true)
        }}
        className="-my-2 inline-flex min-h-10 items-center font-medium text-accent underline-offset-4 hover:underline"
      >
        Start over…
      </button>
      <p role="status" className={begun === null ? '' : 'mt-3'}>
        {begun !== null && (
          <>
            <span className="text-gain">Chapter {begun} has begun.</span>{' '}
            <Link to={paths.portfolio} className="font-medium text-accent underline">
              Read chapter {begun - 1}
            </Link>
          </>
        )}
      </p>
      {isOpen && <StartOverDialog onClose={close} />}
    </div>
  )
}
