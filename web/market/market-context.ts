// The market whose prices a screen shows. The server has one so far.
import { createContext } from 'react'

export const mainMarket = 'main'

export const MarketContext = createContext(mainMarket)
