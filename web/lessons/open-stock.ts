// The stock that is open on the page of a lesson. It is in the address, so that going back closes it and a reload does not.
import { useCallback, useEffect, useRef } from 'react'

import { paths } from '../browser/paths.ts'
import { useLocation, useNavigate, useNavigationType } from '../browser/router.tsx'

/** The id of the button that opens a stock. */
export const openerId = (symbol: string): string => `open-${symbol}`

export function useOpenStock(id: string) {
  const { hash } = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  const symbol = hash.slice(1)
  const open = useCallback((next: string) => navigate(paths.play(id, next)), [navigate, id])
  const close = useCallback(() => {
    if (type === 'PUSH') window.history.back()
    else navigate(paths.play(id), { replace: true })
  }, [type, navigate, id])
  const before = useRef(symbol)
  useEffect(() => {
    // The dialog cannot give the focus back: the navigation to its address has moved it.
    if (symbol === '') document.getElementById(openerId(before.current))?.focus()
    before.current = symbol
  }, [symbol])
  return { symbol, open, close }
}
