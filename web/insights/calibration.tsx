// The card of calibration: how often forecasts came true by the number that was said, beside what the number promised.
import * as journalCalls from '@tengrand/contract/journal.ts'

import { usePaths } from '../browser/paths.ts'
import { TableFoot } from '../market/chart-foot.tsx'
import { usePortfolioQuery } from '../portfolio/queries.ts'
import { useIdInAddress } from '../portfolio/scope.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { CalibrationChart } from './calibration-chart.tsx'
import * as words from './calibration-words.ts'
import { FigureTable } from './figure-table.tsx'
import { InsightCard } from './insight-card.tsx'

export default function Calibration() {
  const { journal } = usePaths()
  const id = useIdInAddress()
  const query = usePortfolioQuery(journalCalls.calibration, { query: {} }, ['calibration'])
  return (
    <InsightCard
      title="Calibration"
      // A portfolio that was opened by its id has that id in the address of its journal.
      aside={<MoreLink to={journal({ portfolio: id })}>Journal</MoreLink>}
      query={query}
      what="your calibration"
      sentenceLook="min-h-11 text-15 sm:min-h-5.5"
      blocks={[]}
    >
      {(calibration) =>
        calibration.levels.length === 0 ? (
          <p className="min-h-11 text-15 sm:min-h-5.5">{words.tooFewWords(calibration)}</p>
        ) : (
          <Levels calibration={calibration} />
        )
      }
    </InsightCard>
  )
}

function Levels({ calibration }: { calibration: words.Calibration }) {
  const { levels } = calibration
  return (
    <div className="grid gap-x-8 gap-y-6 *:min-w-0 lg:grid-cols-2">
      <div>
        <ul className="grid gap-1.5 text-15 text-pretty tabular-nums">
          {levels.map((level) => (
            <li key={level.confidence}>{words.levelWords(level)}</li>
          ))}
        </ul>
        <p className="mt-4 text-muted">{words.intervalWords}</p>
        <p className="mt-4 text-15 tabular-nums">{words.brierWords(calibration)}</p>
      </div>
      <div>
        <CalibrationChart levels={levels} />
        <TableFoot legend="On the dashed line, you are right as often as you said">
          <FigureTable label="Calibration, as a table" {...words.figuresOf(calibration)} />
        </TableFoot>
      </div>
    </div>
  )
}
