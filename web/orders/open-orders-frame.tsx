// The frame of the open orders, which their list and its skeleton share: a card, or a part of one; and the stored height.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useId, type ReactNode } from 'react'

import { useStorageName } from '../portfolio/scope.tsx'
import { Card } from '../ui/card.tsx'

export interface OpenOrdersProps {
  readonly ticker?: Ticker | undefined
  /** Whether the list is a part of a card, to whose edges it reaches. */
  readonly isPart?: boolean
}

interface FrameProps {
  readonly isPart: boolean
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export function Frame({ isPart, aside, children }: FrameProps) {
  const headingId = useId()
  if (!isPart) {
    return (
      <Card title="Open orders" id="open-orders" aside={aside}>
        {children}
      </Card>
    )
  }
  return (
    <section
      id="open-orders"
      aria-labelledby={headingId}
      tabIndex={-1}
      className="-mx-5 border-t border-line md:-mx-6"
    >
      <div className="flex h-9 items-center justify-between px-5 md:px-6">
        <h3 id={headingId} className="text-12 font-medium text-muted">
          Open orders
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Rows stand side by side on wide screens, so that the button of each is near its text. */
export const orderColumns =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-10'

/** The storage item of the height that the list had last, which reserves its room on the next visit. */
export const useHeightName = (isPart: boolean): string =>
  useStorageName(isPart ? 'tengrand-orders-part-height' : 'tengrand-orders-height')
