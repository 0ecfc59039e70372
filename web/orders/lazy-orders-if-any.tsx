// The orders that wait for their price, on the pages that list them: nothing of it is there before the page is.
import type { ComponentProps } from 'react'

import { loadItem } from '../browser/storage.ts'
import { useStorageName } from '../portfolio/scope.tsx'
import { lazyPart } from '../browser/lazy-part.tsx'

const Lazy = lazyPart(() => import('./orders-if-any.tsx'))

/** As high as the list of all of them was when it was last here; that of one stock is below what people came for. */
export function OrdersIfAny(props: ComponentProps<typeof Lazy>) {
  const name = useStorageName('tengrand-orders-height')
  const minHeight = !props.ticker && loadItem('localStorage', name)
  return <Lazy {...props} meanwhile={minHeight && <div style={{ minHeight }} />} />
}
