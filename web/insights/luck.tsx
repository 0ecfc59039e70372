// Which stocks were chosen, against chance: where the learner stands among random traders, or what is missing to tell.
import { Card } from '../ui/card.tsx'
import { TableFoot } from '../market/chart-foot.tsx'
import { FigureTable } from './figure-table.tsx'
import { Histogram } from './histogram.tsx'
import { useLuck, type PartProps } from './insights.ts'
import {
  bucketsOf,
  dollarsOf,
  figuresOf,
  missingOf,
  replayOf,
  verdictOf,
  type EarlyLuck,
  type Missing,
  type ReadyLuck,
} from './luck-words.ts'
import { GuideLink, Meanwhile, PartView } from './insight-card.tsx'

export function Luck({ isClosed }: PartProps) {
  return (
    <Card title="Luck">
      <PartView
        query={useLuck()}
        what="the random traders"
        renderMeanwhile={(words) => (
          <Meanwhile
            words={words}
            className="min-h-33 text-15 sm:min-h-16.5"
            below={['h-60', 'h-11', 'h-77 sm:h-40']}
          />
        )}
      >
        {(luck) => (luck.ready ? <Ready luck={luck} /> : <Early luck={luck} isClosed={isClosed} />)}
      </PartView>
    </Card>
  )
}

function Ready({ luck }: { luck: ReadyLuck }) {
  return (
    <>
      <p className="text-15">{verdictOf(luck)}</p>
      <Histogram luck={luck} />
      <TableFoot legend={<Shade luck={luck} />}>
        <FigureTable label="Luck, as a table" {...figuresOf(luck)} />
        <div className="mt-4">
          <FigureTable label="Random traders by what they have" {...bucketsOf(luck)} />
        </div>
      </TableFoot>
      <p className="mt-2 text-muted tabular-nums">{replayOf(luck)}</p>
      <About />
    </>
  )
}

const Shade = ({ luck: { p5, p95 } }: { luck: ReadyLuck }) => (
  <>
    <span
      aria-hidden="true"
      className="mr-1 inline-block h-3 w-5 border-x border-dashed border-accent bg-accent-soft align-middle"
    />{' '}
    5th to 95th of 100: {dollarsOf(p5)} to {dollarsOf(p95)}. The higher a bar, the more traders
    ended there.
  </>
)

/** What it tells, and where it is wrong. */
const About = () => (
  <p className="mt-2 text-muted">
    The random traders do what you did with the names of the stocks shuffled, so this is about which
    stocks you chose. Selling a stock because it has risen makes your number too high, and selling
    one because it has fallen makes it too low: random traders sell on your days, however their own
    stocks did. More on <GuideLink section="skill">skill and luck</GuideLink>.
  </p>
)

function Early({ luck, isClosed }: { luck: EarlyLuck; isClosed: boolean }) {
  const missing = missingOf(luck)
  return (
    <>
      <p className="text-15">
        {isClosed ? overWords : earlyWords}
        {missing.map(({ name, has, needs }) => `${has} of ${needs} ${name}`).join(', ')}.
      </p>
      <ul aria-hidden="true" className="mt-5 grid gap-5">
        {missing.map((one) => (
          <Progress key={one.name} missing={one} />
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

const overWords =
  'There was too little to tell luck from choice. Up to the last close before the end: '
const earlyWords = 'There is too little yet to tell luck from choice. Up to the last close: '

/** The words above say the same. */
function Progress({ missing: { name, has, needs } }: { missing: Missing }) {
  return (
    <li>
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
  )
}
