// Says quietly what became of orders that waited. It lies over the page, so that nothing moves when it comes and goes.
import { createPortal } from 'react-dom'

import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import type { WaitingOrder } from './orders.ts'
import { newsWords } from './words.ts'

interface NewsNoticeProps {
  readonly news: readonly WaitingOrder[]
  readonly onDismiss: () => void
}

/** In the place where the shell says that there is no connection, above that: neither hides the other. */
export function NewsNotice({ news, onDismiss }: NewsNoticeProps) {
  return createPortal(
    <div role="status" className="order-first">
      {news.length > 0 && (
        <div className="pointer-events-auto mb-2 flex items-center gap-3 rounded-control border border-line bg-surface py-1 pr-1.5 pl-4 shadow-popup">
          <div className="grid max-h-[50dvh] gap-y-1 overflow-y-auto py-1.5 tabular-nums">
            {news.map((order) => (
              <p key={order.id} className="flex gap-3">
                <Icon
                  name={order.filled ? 'check' : 'info'}
                  className={`mt-0.5 size-4 shrink-0 ${order.filled ? 'text-gain' : 'text-muted'}`}
                />
                {newsWords(order)}
              </p>
            ))}
          </div>
          <Button
            kind="secondary"
            className="border-transparent! px-3! text-14!"
            onClick={onDismiss}
          >
            Close
          </Button>
        </div>
      )}
    </div>,
    document.getElementById('notices') ?? document.body,
  )
}
