// The orders that wait for their price, on the pages that list them: nothing of it is there before the page is.
import { lazyPage } from './lazy-page.tsx'

export const OrdersIfAny = lazyPage(() => import('./waiting/orders-if-any.tsx'), null)
