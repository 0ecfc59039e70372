// The React context of the market whose prices a screen shows. The server has one market so far.
import { createContext } from 'react'

export const mainMarket = 'main'

export const MarketContext = createContext(mainMarket)
