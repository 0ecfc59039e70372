// Which market the prices on a screen are of. There is one so far: that of the installation.
import { createContext } from 'react'

export const mainMarket = 'main'

export const MarketContext = createContext(mainMarket)
