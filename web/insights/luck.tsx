// The card of luck: the learner's choice of stocks among random traders, or the trades still missing for a comparison.
import { TableFoot } from '../market/chart-foot.tsx'
import { FigureTable } from './figure-table.tsx'
import { Histogram } from './histogram.tsx'
import { GuideLink, InsightCard } from './insight-card.tsx'
import { useLuck, type InsightProps } from './insights.ts'
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
      what="the random traders"
      sentenceLook="min-h-33 text-15 sm:min-h-16.5"
      blocks={['h-60', 'h-11', 'h-77 sm:h-40']}
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
      <span aria-hidden="true" className={shade} /> 5th to 95th of 100: {dollarsOf(luck.p5)} to{' '}
      {dollarsOf(luck.p95)}. The higher a bar, the more traders ended there.
    </>
  )
  return (
    <>
      <p className="text-15">{verdictOf(luck)}</p>
      <Histogram luck={luck} />
      <TableFoot legend={legend}>
        <FigureTable label="Luck, as a table" {...figuresOf(luck)} />
        <div className="mt-4">
          <FigureTable label="Random traders by what they have" {...bucketsOf(luck)} />
        </div>
      </TableFoot>
      <p className="mt-2 text-muted tabular-nums">{replayOf(luck)}</p>
      <p className="mt-2 text-muted">
        The random traders do what you did with the names of the stocks shuffled, so this is about
        which stocks you chose. Selling a stock because it has risen makes your number too high, and
        selling one because it has fallen makes it too low: random traders sell on your days,
        however their own stocks did. More on <GuideLink section="skill">skill and luck</GuideLink>.
      </p>
    </>
  )
}

function Early({ luck, isClosed }: { luck: EarlyLuck; isClosed: boolean }) {
  const missing = missingOf(luck)
  return (
    <>
      <p className="text-15">
        {isClosed
          ? 'There was too little to tell luck from choice. Up to the last close before the end: '
          : 'There is too little yet to tell luck from choice. Up to the last close: '}
        {missing.map(({ name, has, needs }) => `${has} of ${needs} ${name}`).join(', ')}.
      </p>
      {/* Hidden from screen readers: the sentence above has the same numbers. */}
      <ul aria-hidden="true" className="mt-5 grid gap-5">
        {missing.map(({ name, has, needs }) => (
          <li key={name}>
            <span className="flex justify-between gap-3 text-muted">
              <span className="first-letter:uppercase">{name}</span>
              <span className="tabular-nums">
                {has} of {needs}
              </span>
            </span>
            <span className="mt-1.5 block h-2 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(has / needs) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-muted">
        {!isClosed && 'Then your choice of stocks is compared with that of 1,000 random traders. '}
        A few trades are no test of anything: read in the guide{' '}
        <GuideLink section="judging">how skill and luck are told apart</GuideLink>.
      </p>
    </>
  )
}
