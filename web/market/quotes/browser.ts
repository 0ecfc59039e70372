// The browser APIs that quotes come from: event stream, tab channel, locks, and the price request for polling.
import * as marketCalls from '@tengrand/contract/market.ts'

import { call } from '../../api/client.ts'
import { addressOf } from '../../api/transport.ts'
import { mainMarket } from '../market-context.ts'
import type { FeedSources, FetchPrice } from './feed.ts'
import { type StreamSources, sharedName } from './shared-stream.ts'
import { readPrices } from './wire.ts'

export const browserSources = (market = mainMarket): FeedSources => ({
  stream: streamSources(market),
  fetchPrice,
})

/** Null without HTTPS, which locks need, and in browsers that lack or refuse a part. */
function streamSources(market: string): StreamSources | null {
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

const fetchPrice: FetchPrice = async (ticker, signal) =>
  readPrices(await call(marketCalls.currentPrice, { params: { ticker } }, { signal }))
