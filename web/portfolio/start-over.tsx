// The button that starts the next run, and its dialog: what a restart means, the result so far, the choice.
import * as portfolioCalls from '@tengrand/contract/portfolio.ts'
import { openStartingWords } from '@tengrand/core/contest.ts'
import { formatMoney, fromDollars } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import { useEffect, useId, useRef, useState } from 'react'

import { call } from '../api/client.ts'
import { sentenceOf } from '../api/sentence-of.ts'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useLearnerMutation } from '../session/learner-mutation.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Fact, figures } from '../ui/card.tsx'
import { Gain } from '../ui/money.tsx'
import { broadcastChapter } from './chapter-broadcast.ts'
import { useLivePortfolio } from './live-portfolio.ts'
import { useMainPortfolio, type Portfolio } from './queries.ts'
import { useStart } from './returns.tsx'

export function StartOver() {
  const [isOpen, setOpen] = useState(false)
  const [begun, setBegun] = useState<number | null>(null)
  const { data } = useMainPortfolio()
  // After a trade there is a holding, or a stock that was sold.
  const isEmpty = data !== undefined && data.holdings.length + data.realized.length === 0
  const reasonId = useId()
  const open = (): void => {
    setBegun(null)
    setOpen(true)
  }
  const close = (chapter: number | null): void => {
    setOpen(false)
    setBegun(chapter)
  }
  return (
    <div className="w-full">
      <div className="flex items-center justify-between gap-3">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-disabled={isEmpty}
          aria-describedby={isEmpty ? reasonId : undefined}
          onClick={isEmpty ? undefined : open}
          className="inline-flex min-h-10 items-center font-medium text-accent underline-offset-4 hover:underline aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:no-underline"
        >
          Restart…
        </button>
        {isEmpty && (
          <span id={reasonId} className="text-12 text-muted">
            No trade yet in this run
          </span>
        )}
      </div>
      <p role="status" className={begun === null ? '' : 'mb-2'}>
        {begun !== null && (
          <>
            <span className="text-gain">Run {begun} has begun.</span>{' '}
            <Link to={paths.runs} className="font-medium text-accent underline">
              See run {begun - 1}
            </Link>
          </>
        )}
      </p>
      {isOpen && <StartOverDialog onClose={close} />}
    </div>
  )
}

/** `onClose` gets the run that has begun, or null. */
function StartOverDialog({ onClose }: { onClose: (begun: number | null) => void }) {
  const { data: portfolio } = useLivePortfolio()
  useLaterChapter(portfolio?.chapter, onClose)
  const { isSending, outcome, submit } = useStartOver(onClose)
  return (
    <ConfirmDialog
      title="Restart?"
      keep="Keep going"
      verb={isSending ? 'Restarting...' : 'Restart'}
      kind="secondary"
      isSending={isSending}
      isReady={portfolio !== undefined}
      refused={
        outcome?.kind === 'refused' && (
          <>
            {sentenceOf(outcome.error)}
            {outcome.isOpen && <p className="mt-1">Try again. It won't happen twice.</p>}
          </>
        )
      }
      onClose={() => onClose(null)}
      onSubmit={() => submit({})}
    >
      <Meaning chapter={portfolio?.chapter} />
      <Ending portfolio={portfolio} />
    </ConfirmDialog>
  )
}

/** Closes the dialog when a later run has begun in another tab, or by a request whose answer was lost. */
function useLaterChapter(now: number | undefined, onClose: (begun: number) => void): void {
  const first = useRef(now)
  useEffect(() => {
    first.current ??= now
    if (now !== undefined && first.current !== undefined && now > first.current) onClose(now)
  }, [now, onClose])
}

function useStartOver(onDone: (begun: number) => void) {
  return useLearnerMutation({
    send: (body: Record<string, never>, key) =>
      call(portfolioCalls.startOver, { body }, { idempotencyKey: key }),
    isRetry: () => true,
    onSettled: (outcome) => {
      // Other tabs still show the run that has ended.
      if (outcome.kind === 'done' || outcome.isOpen) broadcastChapter()
      if (outcome.kind === 'done') onDone(outcome.answer.chapter)
    },
  })
}

function Meaning({ chapter }: { chapter: number | undefined }) {
  const ending = chapter ?? '…'
  const next = chapter === undefined ? '…' : chapter + 1
  return (
    <ul className="mt-3 grid list-disc gap-1.5 pl-4.5 text-15 marker:text-muted">
      <li>
        Run&nbsp;{ending} closes at the current prices, and your open orders are cancelled. You'll
        find it under Portfolio, Runs.
      </li>
      <li>
        You get a fresh {openStartingWords} for run&nbsp;{next}.
      </li>
      <li>
        You leave the leaderboard. You'll rejoin it after your first new trade, marked 'run&nbsp;
        {next}'.
      </li>
      <li>You can restart once in 30 days. There's no undo.</li>
    </ul>
  )
}

function Ending({ portfolio }: { portfolio: Portfolio | undefined }) {
  const value = portfolio && fromDollars(portfolio.total_value)
  const start = useStart(portfolio)
  return (
    <dl
      className={`mt-4 grid grid-cols-[auto_1fr] gap-y-1.5 rounded-control bg-sunken px-4 py-3 tabular-nums ${figures}`}
    >
      <Fact name="Value now">{value === undefined ? '—' : formatMoney(value)}</Fact>
      <Fact name="Return">
        {value === undefined ? '—' : <Gain {...returnSince(start, value)} />}
      </Fact>
    </dl>
  )
}
