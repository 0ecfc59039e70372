// The page of all limit and stop orders: the open ones first, then how the others ended.
import { AllOrders } from '../orders/all-orders.tsx'
import { SectionLinks } from '../portfolio/section-links.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function OrdersPage() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <SectionLinks />
      <PageHeading />
      <AllOrders />
    </div>
  )
}
