// Writes the journal of the demo learner: reasons for most orders, and forecasts that are surer than they turn out.
import { confidences } from '@tengrand/core/journal.ts'

import type { Tx } from '../db/handle.ts'

const reasons = {
  BUY: [
    'I use their product every day and so do my friends.',
    'It fell with everything else. I think it comes back first.',
    'I want something that is not a chip maker.',
    'The last report was better than people expected.',
    'Half now, half if it gets cheaper.',
  ],
  SELL: [
    'It grew to a third of my portfolio.',
    'My reason for buying it is gone.',
    'I want cash for something else.',
  ],
}

/** Every fifth order has none, as with people. */
export async function addJournal(tx: Tx, accountId: number): Promise<void> {
  await tx.query(
    `update trade t set entry_id = md5(key::text)::uuid,
       note = case type when 'BUY' then ($2::text[])[1 + n % cardinality($2)] else ($3::text[])[1 + n % cardinality($3)] end,
       confidence = ($4::smallint[])[1 + n / 2 % cardinality($4)]
     from (
       select portfolio_id, trade.id, row_number() over (order by at)::int as n
       from trade join portfolio p on p.id = portfolio_id
       where account_id = $1 and contest_id = 1 and closed_at is null and key is not null
     ) numbered
     where t.portfolio_id = numbered.portfolio_id and t.id = numbered.id and n % 5 > 0`,
    [accountId, reasons.BUY, reasons.SELL, confidences],
  )
}
