// Asks for the open orders again and again while there are any, and tells what became of those that are not open any more.
import { NewsNotice } from './news-notice.tsx'
import { useNews } from './news.ts'
import { useOpenOrders, type WaitingOrder } from './orders.ts'
import { useAskWhenReached } from './watch-prices.ts'

/** Once for all pages: two that ask would ask twice as often. */
export default function WatchOrders() {
  const query = useOpenOrders({ isWatching: true })
  const { news, dismiss } = useNews(query)
  useAskWhenReached(query.data?.orders ?? none, () => void query.refetch())
  return <NewsNotice news={news} onDismiss={dismiss} />
}

const none: readonly WaitingOrder[] = []
