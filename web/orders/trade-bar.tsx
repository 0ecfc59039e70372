// The bar with Buy and Sell on a phone: scrolls to the order form, and is hidden while the form's button is in sight.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useState, type RefObject } from 'react'

import { Button } from '../ui/button.tsx'
import type { OrderDraft } from './buying-power.ts'

interface TradeBarProps {
  readonly ticker: Ticker
  /** The element of the form. */
  readonly form: RefObject<HTMLElement | null>
  /** The submit button of the form; the bar is hidden while it is visible. */
  readonly button: Element | null
  readonly onChoose: (side: OrderDraft['side']) => void
}

/** Sticky at the end of the page, so that it covers no content at the bottom, and last in the order of the focus. */
export default function TradeBar({ ticker, form, button, onChoose }: TradeBarProps) {
  const isHidden = useInSight(button)
  const scrollToForm = (side: OrderDraft['side']): void => {
    onChoose(side)
    form.current?.scrollIntoView({ block: 'start' })
    // Focuses the select, because for the quantity the keyboard of a phone would cover the rest of the form.
    form.current?.querySelector('select')?.focus({ preventScroll: true })
  }
  return (
    <div
      role="group"
      aria-label={`Buy or sell ${ticker}`}
      className={`trade-bar sticky bottom-(--bar) z-10 -mx-4 flex gap-3 border-t border-line bg-surface px-4 py-2 md:hidden print:hidden ${isHidden ? 'invisible' : ''}`}
    >
      <Button className="flex-1" onClick={() => scrollToForm('buy')}>
        Buy
      </Button>
      <Button kind="secondary" className="flex-1" onClick={() => scrollToForm('sell')}>
        Sell
      </Button>
    </div>
  )
}

/** The margin excludes the part of the screen that the bars cover. */
function useInSight(button: Element | null): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!button) return
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: '0px 0px -128px' },
    )
    observer.observe(button)
    return () => observer.disconnect()
  }, [button])
  return isInSight
}
