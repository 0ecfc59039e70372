// The orders that wait for their price, on the pages that list them: nothing of it is there before the page is.
import { lazyPart } from './lazy-part.tsx'

export const OrdersIfAny = lazyPart(() => import('./waiting/orders-if-any.tsx'))
