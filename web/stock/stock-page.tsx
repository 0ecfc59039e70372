// One stock: its price, its chart and the form to trade it.
import { companyName, parseTicker } from '@tengrand/core/tickers.ts'
import { useParams } from 'react-router'

import { BeingBuilt } from '../ui/being-built.tsx'

export default function StockPage() {
  const { ticker = '' } = useParams()
  const known = parseTicker(ticker)
  return (
    <BeingBuilt
      title={ticker.toUpperCase()}
      icon="trend"
      sentence={known ? companyName(known) : 'This is not one of the stocks you can trade here.'}
      plans={plans}
    />
  )
}

const plans = [
  'The current price, and how old it is',
  'A chart of the last 7 days or the last month',
  'Buying and selling with virtual cash',
]
