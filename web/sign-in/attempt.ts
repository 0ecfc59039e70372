// An attempt at something that the identity provider may refuse: busy meanwhile, and afterwards in words why it failed.
import { useEffect, useId, useRef, useState, type RefObject } from 'react'

import type { IdentityErrorCode } from '../session/identity-error.ts'
import { explain } from '../session/identity-error.ts'

interface Failure {
  readonly words: string
  /** The name of the field that can mend it. */
  readonly field?: string | undefined
  readonly code?: IdentityErrorCode
}

export interface Attempt {
  readonly form: RefObject<HTMLFormElement | null>
  /** The name of the button whose work is going on. */
  readonly busy: string | null
  readonly failure: Failure | null
  readonly failureId: string
  readonly fail: (failure: Failure) => void
  /** For a field: where to read what is wrong with it. */
  readonly faultOf: (field: string) => string | undefined
  /** True when it succeeded. It stays busy then, because what follows takes the form away. */
  readonly run: (button: string, words: string, work: () => Promise<void>) => Promise<boolean>
}

/** Why it failed; the field is known by the code, or said. */
type Explain = (thrown: unknown) => ReturnType<typeof explain> & Pick<Failure, 'field'>

/** An attempt may have failed already, on a way that led through other pages. */
export function useAttempt(before: string | null = null, explainWith: Explain = explain): Attempt {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<(Failure & { button?: string }) | null>(
    before === null ? null : { words: before },
  )
  const failureId = useId()

  useEffect(() => {
    // A button that was pressed loses the focus while it cannot be pressed.
    const isLost = document.activeElement === document.body
    const name = failure?.field ?? (isLost ? failure?.button : undefined)
    const next = name === undefined ? null : form.current?.elements.namedItem(name)
    if (next instanceof HTMLElement) next.focus()
    document.getElementById(failureId)?.scrollIntoView({ block: 'nearest' })
  }, [failure, failureId])

  // Whoever left the page and comes back to it as it was finds that nothing is going on any more.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setBusy(null)
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  const run: Attempt['run'] = async (button, words, work) => {
    if (busy !== null) return false
    setBusy(button)
    setFailure(null)
    try {
      await work()
      return true
    } catch (thrown) {
      const { code, words: why, field: said = fieldOf[code] } = explainWith(thrown)
      const field = button === 'go' ? said : undefined
      setFailure({ words: words + why, code, field, button })
      setBusy(null)
      return false
    }
  }
  const faultOf: Attempt['faultOf'] = (field) => (failure?.field === field ? failureId : undefined)
  return { form, busy, failure, failureId, fail: setFailure, faultOf, run }
}

const fieldOf: Partial<Record<IdentityErrorCode, string>> = {
  invalid_credentials: 'password',
  weak_password: 'password',
  common_password: 'password',
  email_as_password: 'password',
  email_in_use: 'email',
  invalid_email: 'email',
  domain_not_allowed: 'email',
}
