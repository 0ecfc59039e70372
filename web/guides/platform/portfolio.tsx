// The sections of the platform guide on holdings, the value chart, and the transactions.
import { openStartingWords } from '@tengrand/core/contest.ts'

import { paths } from '../../browser/paths.ts'
import { glossary } from '../../ui/glossary.tsx'
import { Table, prose } from '../prose.tsx'

export const holdings = prose`
  [Portfolio](${paths.portfolio}) shows your cash, your total value and each holding. Its gain or
  loss compares the market value with what the shares have cost. **Avg. Price**:
  ${glossary['average price']}

  ${(
    <Table
      caption="One holding, step by step"
      columns={['What happens', 'Shares', 'Cost', 'Avg. Price']}
      rows={[
        ['Buy 10 at $50.00', '10', '$500.00', '$50.00'],
        ['Buy 10 at $60.00', '20', '$1,100.00', '$55.00'],
        ['Sell 5 at $70.00', '15', '$825.00', '$55.00'],
        ['Split 2 for 1', '30', '$825.00', '$27.50'],
      ]}
    />
  )}

  The sale brought $350.00 for shares that had cost $275.00: a **realized gain** of $75.00.
  ${glossary['realized gain']} The rest is **on paper**. ${glossary['on paper']} The two together
  are your Portfolio Return. The last line is a stock split, which comes with real prices only:
  you hold more shares, each worth less. Shares stay whole, and what is left of one is paid to you
  in cash.
`

export const chart = prose`
  The chart on the dashboard is computed from your trades and the prices of the time: by the hour
  for 7D, by the day for 1M, 6M, YTD, 1Y and ALL, and it ends with this moment. The return of a
  period compares its end with its start. Total Return always compares with the
  ${openStartingWords} you started with. **Today**: ${glossary.today}
`

export const history = prose`
  [Transactions](${paths.transactions}) lists everything you bought and sold, and every split,
  newest first. Nothing in it is ever changed or removed. You can download all of it as a CSV file
  for a spreadsheet, with times in UTC. Its column Cash says what each line brought or took: its
  sum plus ${openStartingWords.slice(1)} is your cash balance, to the cent.
`
