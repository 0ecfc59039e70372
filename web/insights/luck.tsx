// The card of luck: the learner's choice of stocks among random ones, or the trades still missing for a comparison.
import { TableFoot } from '../market/chart-foot.tsx'
import { FigureTable } from './figure-table.tsx'
import { Histogram } from './histogram.tsx'
import { Details, GuideLink, InsightCard } from './insight-card.tsx'
import { useContestWord, useLuck, type InsightProps } from './insights.ts'
import {
  bucketsOf,
  dollarsOf,
  figuresOf,
  missingOf,
  replayOf,
  verdictOf,
  type EarlyLuck,
  type ReadyLuck,
} from './luck-words.ts'

export function Luck({ isClosed }: InsightProps) {
  return (
    <InsightCard
      title="Luck"
      query={useLuck()}
      what="the random stock pickers"
      sentenceLook="min-h-16.5 text-15 sm:min-h-11"
      blocks={['h-60', 'h-11', 'h-10']}
    >
      {(luck) => (luck.ready ? <Ready luck={luck} /> : <Early luck={luck} isClosed={isClosed} />)}
    </InsightCard>
  )
}

function Ready({ luck }: { luck: ReadyLuck }) {
  const shade =
    'mr-1 inline-block h-3 w-5 border-x border-dashed border-accent bg-accent-soft align-middle'
  const legend = (
    <>
      <span aria-hidden="true" className={shade} /> 9 in 10 landed here, from {dollarsOf(luck.p5)}{' '}
      to {dollarsOf(luck.p95)}. A higher bar means more pickers landed there.
    </>
  )
  return (
    <>
      <p className="min-h-16.5 text-15 sm:min-h-11">{verdictOf(luck)}</p>
      <Histogram luck={luck} />
      <TableFoot legend={legend}>
        <FigureTable label="Luck, as a table" {...figuresOf(luck)} />
        <div className="mt-4">
          <FigureTable label="Random stock pickers by what they have" {...bucketsOf(luck)} />
        </div>
      </TableFoot>
      <Details title="How this works">
        <p className="text-muted">
          1,000 random pickers make your trades on your days, with the stocks shuffled. So this is
          about which stocks you chose, not when you bought.
        </p>
        <p className="mt-2 text-muted tabular-nums">{replayOf(luck)}</p>
        <p className="mt-2 text-muted">
          If you sell because a stock rose, this makes you look better than you are. If you sell
          because it fell, worse. Read more on <GuideLink section="skill">skill and luck</GuideLink>
          .
        </p>
      </Details>
    </>
  )
}

/** In weeks where they are whole. */
function spanWords({ span_needed: days }: EarlyLuck): string {
  return days % 7 === 0 ? `${days === 14 ? 'two' : days / 7} weeks` : `${days} days`
}

const isFew = (luck: EarlyLuck): boolean =>
  luck.purchases < luck.purchases_needed || luck.days < luck.days_needed

function Early({ luck, isClosed }: { luck: EarlyLuck; isClosed: boolean }) {
  const contest = useContestWord()
  const missing = missingOf(luck)
  const wanted = `${luck.purchases_needed} buys on ${luck.days_needed} days over ${spanWords(luck)}`
  return (
    <>
      <p className="min-h-16.5 text-15 sm:min-h-11">
        {isClosed
          ? `${isFew(luck) ? 'You bought too seldom' : `This ${contest} was too short`} to tell luck from skill. It takes ${wanted}.`
          : `Too early to tell luck from skill. Come back after ${wanted}.`}
      </p>
      <ul aria-label="Up to the last close" className="mt-5 grid gap-5">
        {missing.map(({ name, has, needs }) => (
          <li key={name}>
            <span className="flex justify-between gap-3 text-muted">
              <span className="first-letter:uppercase">{name}</span>
              <span className="tabular-nums">
                {has} of {needs}
              </span>
            </span>
            <span aria-hidden="true" className="mt-1.5 block h-2 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(has / needs) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-muted">
        {!isClosed && "Then we'll compare you with 1,000 random stock pickers. "}A few trades prove
        nothing. Read <GuideLink section="judging">how to tell skill from luck</GuideLink>.
      </p>
    </>
  )
}
