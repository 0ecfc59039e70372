// The what-if scenarios beside the chart: a choice of lines with a sentence for each, and their points on the chart.
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'

import { placed } from '../portfolio/value-line.ts'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { LineSample, type FurtherLine } from '../ui/line-chart-lines.tsx'
import type { InsightProps, Scenario, Scenarios } from './insights.ts'
import { kinds, sentenceOf, type Kind } from './what-if-words.ts'

interface ChoiceProps {
  readonly query: InsightProps['insights']['scenarios']
  readonly shown: readonly Kind[]
  readonly onToggle: (kind: Kind) => void
}

export function WhatIfChoice({ query, shown, onToggle }: ChoiceProps) {
  const view = viewOf(query, { what: 'the what-ifs' })
  return (
    <div>
      <h3 className="mb-2 font-semibold">
        What if? <span className="text-12 font-normal text-muted">Since you started</span>
      </h3>
      {view.state === 'loading' ? (
        <div aria-hidden="true" className={columns}>
          {Object.keys(kinds).map((kind) => (
            <div key={kind} className={`skeleton ${itemHeight}`} />
          ))}
        </div>
      ) : (
        <QueryView view={view} loading="">
          {({ twins }) => <Choices {...{ twins, shown, onToggle }} />}
        </QueryView>
      )}
    </div>
  )
}

type ChoicesProps = Pick<Scenarios, 'twins'> & Omit<ChoiceProps, 'query'>

/** The market comes first, because its line is there in every range. */
const Choices = ({ twins, shown, onToggle }: ChoicesProps) => (
  <ul aria-label="What if" className={columns}>
    {twins
      .toSorted((one, next) => orderOf(one) - orderOf(next))
      .map((scenario) => (
        <li key={scenario.kind} className={itemHeight}>
          <label className="flex min-h-7 items-center gap-2.5 font-medium">
            <input
              type="checkbox"
              checked={shown.includes(scenario.kind)}
              onChange={() => onToggle(scenario.kind)}
              className="size-4 accent-accent"
            />
            <LineSample look={kinds[scenario.kind].look} />
            {kinds[scenario.kind].name}
          </label>
          <p className="text-muted tabular-nums">{sentenceOf(scenario)}</p>
        </li>
      ))}
  </ul>
)

const columns = 'grid content-start gap-3'

/** Has room for the longest sentence at each width. */
const itemHeight = 'min-h-22 sm:min-h-12 lg:min-h-22'

const orderOf = ({ kind }: Scenario): number => Object.keys(kinds).indexOf(kind)

export interface ScenarioLine extends FurtherLine {
  readonly kind: Kind
  /** The return since the start. */
  readonly percent: number
}

/** A line for each scenario but the market, at the times of the same dates; a scenario may begin later. */
export function scenarioLines(
  { data: own, twins }: Scenarios,
  points: ReturnType<typeof placed>,
  start: Cents,
): ScenarioLine[] {
  const last = own.length - 1
  const times = new Map(
    placed(own).map(({ at }, index) => [
      own[index]?.date,
      index === last ? (points.at(-1)?.at ?? at) : at,
    ]),
  )
  const known = new Set(points.map(({ at }) => at))
  return twins
    .filter(({ kind }) => kind !== 'market')
    .map(({ kind, data, value }) => ({
      kind,
      name: kinds[kind].name,
      look: kinds[kind].look,
      percent: returnSince(start, fromDollars(value)).percent,
      points: data.flatMap(({ date, value: then }) => {
        const at = times.get(date)
        return at === undefined || !known.has(at) ? [] : { at, value: fromDollars(then) }
      }),
    }))
}
