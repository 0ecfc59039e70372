// Says quietly that an order has become a trade. It lies over the page, so that nothing moves when it comes and goes.
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import type { WaitingOrder } from './orders.ts'
import { fillWords } from './words.ts'

interface FillNoticeProps {
  readonly fills: readonly WaitingOrder[]
  readonly onDismiss: () => void
}

export function FillNotice({ fills, onDismiss }: FillNoticeProps) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-10 flex justify-center max-md:bottom-[calc(var(--bar)+var(--second-bar,0px)+0.75rem)]"
    >
      {fills.length > 0 && (
        <div className="pointer-events-auto flex items-center gap-2.5 rounded-control border border-line bg-surface px-4 py-1 shadow-popup">
          <Icon name="check" className="size-4 text-muted" />
          <div className="py-1.5 tabular-nums">
            {fills.map((order) => (
              <p key={order.id}>Your order: {fillWords(order)}</p>
            ))}
          </div>
          <Button kind="secondary" className="min-h-10 px-3 text-14" onClick={onDismiss}>
            Close
          </Button>
        </div>
      )}
    </div>
  )
}
