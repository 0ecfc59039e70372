// Cancelling from a list, with what came of it. Apart from the rows, because the words outlast the last of them.
import { fromDollars } from '@tengrand/core/money.ts'
import { useState } from 'react'

import { useCancel, type WaitingOrder } from './orders.ts'
import { heldWords } from './words.ts'

export type Cancelling = ReturnType<typeof useCancelling>

export function useCancelling() {
  const { mutate, isPending, variables } = useCancel()
  const [said, setSaid] = useState<Said | null>(null)
  const cancel = (order: WaitingOrder): void => {
    if (isPending) return
    mutate(order.id, {
      onSuccess: () => setSaid({ tone: 'success', words: cancelledWords(order) }),
      onError: (error) => setSaid({ tone: 'error', words: error.message }),
    })
    // The row will be gone, and its button with the focus.
    document.getElementById('open-orders')?.focus()
  }
  return { cancel, leaving: isPending ? variables : null, said }
}

interface Said {
  readonly tone: 'success' | 'error'
  readonly words: string
}

const cancelledWords = ({ type, quantity, price, ticker }: WaitingOrder): string =>
  `Order cancelled. ${heldWords(type, quantity, fromDollars(price))} free again${type === 'SELL' ? ` in ${ticker}` : ''}.`
