// Whether a form is open, which a button opens.
import { useState } from 'react'

/** The button that opens it gets the focus back when it closes. */
export function useOpen() {
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new')
  return {
    isOpen: state === 'open',
    open: () => setState('open'),
    close: () => setState('closed'),
    opener: (button: HTMLElement | null) => {
      if (state === 'closed') button?.focus()
    },
  }
}
