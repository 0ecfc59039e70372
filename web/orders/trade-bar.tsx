// On a phone: Buy and Sell above the navigation, which lead to the form while it is out of sight.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useState, type RefObject } from 'react'

import { Button } from '../ui/button.tsx'
import type { Wish } from './buying-power.ts'

interface TradeBarProps {
  readonly ticker: Ticker
  /** Where the form is. */
  readonly place: RefObject<HTMLElement | null>
  /** The button of the form. */
  readonly button: Element | null
  readonly onChoose: (side: Wish['side']) => void
}

/**
 * It sticks to its edge of the screen and has a place of its own at the end of the page, so that nothing stays behind it.
 * In the order of the focus it comes last, as it does for the eye.
 */
export function TradeBar({ ticker, place, button, onChoose }: TradeBarProps) {
  const isNear = useInSight(button)
  const lead = (side: Wish['side']): void => {
    onChoose(side)
    place.current?.scrollIntoView({ block: 'start' })
    // Not the quantity, because a phone would put its keyboard over the rest of the form.
    place.current?.querySelector('select')?.focus({ preventScroll: true })
  }
  return (
    <div
      role="group"
      aria-label={`Buy or sell ${ticker}`}
      className={`trade-bar sticky bottom-(--bar) z-10 -mx-4 flex gap-3 border-t border-line bg-surface px-4 py-2 md:hidden print:hidden ${isNear ? 'invisible' : ''}`}
    >
      <Button className="flex-1" onClick={() => lead('buy')}>
        Buy
      </Button>
      <Button kind="secondary" className="flex-1" onClick={() => lead('sell')}>
        Sell
      </Button>
    </div>
  )
}

/** Not where it is behind the bars. */
function useInSight(button: Element | null): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!button) return
    const watch = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: '0px 0px -128px' },
    )
    watch.observe(button)
    return () => watch.disconnect()
  }, [button])
  return isInSight
}
