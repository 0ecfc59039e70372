// Says quietly that an order has become a trade. It lies over the page, so that nothing moves when it comes and goes.
import { createPortal } from 'react-dom'

import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import type { WaitingOrder } from './orders.ts'
import { fillWords } from './words.ts'

interface FillNoticeProps {
  readonly fills: readonly WaitingOrder[]
  readonly onDismiss: () => void
}

/** In the place where the shell says that there is no connection, above that: neither hides the other. */
export function FillNotice({ fills, onDismiss }: FillNoticeProps) {
  return createPortal(
    <div role="status" className="order-first">
      {fills.length > 0 && (
        <div className="pointer-events-auto mb-2 flex items-center gap-3 rounded-control border border-line bg-surface py-1 pr-1.5 pl-4 shadow-popup">
          <Icon name="check" className="size-4 shrink-0 text-gain" />
          <div className="py-1.5 tabular-nums">
            {fills.map((order) => (
              <p key={order.id}>Your order: {fillWords(order)}</p>
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
