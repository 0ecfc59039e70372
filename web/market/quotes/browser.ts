// What a browser offers to get quotes with; the one place besides api/client.ts that talks to the server.
import * as marketCalls from '@tengrand/contract/market.ts'

import { call } from '../../api/client.ts'
import { addressOf } from '../../api/transport.ts'
import { mainMarket } from '../market-context.ts'
import type { FeedMeans, AskPrice } from './feed.ts'
import { type StreamMeans, sharedName } from './shared-stream.ts'
import { readPrices } from './wire.ts'

export const browserMeans = (market = mainMarket): FeedMeans => ({
  stream: streamMeans(market),
  askPrice,
})

/** Without encryption there are no locks, and some browsers lack a part or are told to refuse it. */
function streamMeans(market: string): StreamMeans | null {
  if (!('EventSource' in globalThis && 'BroadcastChannel' in globalThis && 'locks' in navigator))
    return null
  try {
    const name = sharedName(market)
    return {
      name,
      openSource: () => new EventSource(addressOf(marketCalls.quotesStream.path)),
      channel: new BroadcastChannel(name),
      locks: navigator.locks,
    }
  } catch {
    return null
  }
}

const askPrice: AskPrice = async (ticker, signal) =>
  readPrices(await call(marketCalls.currentPrice, { params: { ticker } }, { signal }))
