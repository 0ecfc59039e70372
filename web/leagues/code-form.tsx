// The field for the code of a league, which leads to its join page.
import { normalizeCode } from '@tengrand/core/league.ts'
import { useId, useRef, type SubmitEvent } from 'react'

import { paths } from '../browser/paths.ts'
import { useNavigate } from '../browser/router.tsx'
import { Button } from '../ui/button.tsx'

export function CodeForm() {
  const id = useId()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    // A whole link may be pasted too.
    const code = normalizeCode(input.current?.value.split('/').at(-1) ?? '')
    if (code !== '') navigate(paths.join(code))
  }
  return (
    <form onSubmit={submit}>
      <label htmlFor={id} className="font-medium">
        Code
      </label>
      <div className="mt-1.5 flex gap-2">
        <input
          ref={input}
          id={id}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby={`${id}hint`}
          className={`${fieldLook} min-w-0 flex-1`}
        />
        <Button type="submit">Go</Button>
      </div>
      <p id={`${id}hint`} className="mt-1.5 text-12 text-muted">
        8 letters and digits. The owner of the league has it.
      </p>
    </form>
  )
}

export const fieldLook =
  'h-11 w-full rounded-control border border-control bg-surface px-3.5 text-16 aria-[invalid=true]:border-loss'
