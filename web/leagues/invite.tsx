// The owner's card for inviting people: code, link and QR code, also large for a projector, a new code, and the door.
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { codeInGroups } from '@tengrand/core/league.ts'
import { useState, type ReactNode } from 'react'

import { call } from '../api/client.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { paths } from '../browser/paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ReadDialog } from '../ui/confirm-dialog.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { ConfirmedAction } from './confirmed-action.tsx'
import { useLeagueChange, type League } from './queries.ts'
import { Refused } from './refused.tsx'

interface InviteProps {
  readonly league: League
  readonly code: string
  /** What else the owner can do. */
  readonly children?: ReactNode
}

export function Invite({ league, code, children }: InviteProps) {
  const [isLarge, setLarge] = useState(false)
  return (
    <Card title="Invite people">
      <Code code={code} size="text-24" />
      <CopyLink link={linkTo(code)} />
      <TextButton aria-haspopup="dialog" onClick={() => setLarge(true)}>
        Show it large
      </TextButton>
      {isLarge && (
        <ReadDialog isWide title={`Join ${league.name}`} onCancel={() => setLarge(false)}>
          <div className="mt-4 grid items-center gap-x-8 text-center text-20 md:grid-cols-2 md:text-24">
            <Code
              code={code}
              size="text-[min(13vw,6.5rem)] leading-tight md:text-[min(5.4vw,6.5rem)]"
            />
          </div>
        </ReadDialog>
      )}
      <Door league={league} />
      <ConfirmedAction
        label="New code…"
        title="Make a new code?"
        verb="Make a new code"
        send={() => call(leagueCalls.renewCode, { params: { league: league.id } })}
      >
        The old code and its link stop working. Members stay.
      </ConfirmedAction>
      {children}
    </Card>
  )
}

/** What is typed by those without a camera. */
export const joinAddress = (): string => window.location.host + paths.joinByCode

export const linkTo = (code: string): string => window.location.origin + paths.join(code)

/** `size` is the text size of the code. */
const Code = ({ code, size }: { code: string; size: string }) => (
  <>
    <div>
      {/* Spelled out for screen readers, which would read the groups as words. */}
      <p className={`${size} font-semibold tracking-tight whitespace-nowrap tabular-nums`}>
        <span aria-hidden="true">{codeInGroups(code)}</span>
        <span className="sr-only">{Array.from(code).join(' ')}</span>
      </p>
      {/* Without the protocol, which nobody types. */}
      <p className="mt-1 wrap-anywhere text-muted">{linkTo(code).replace(/^https?:\/\//, '')}</p>
    </div>
    {/* The square keeps its height while the QR code is loaded. */}
    <div className="mx-auto mt-4 w-full max-w-[64dvh]" style={{ aspectRatio: 1 }}>
      <QrCode text={linkTo(code)} />
    </div>
  </>
)

export const QrCode = lazyComponent(() => import('./qr-code.tsx'), {
  loading: () => <div className="skeleton h-full" />,
  failed: () => <p className="text-muted">We couldn't load the QR code. Use the link.</p>,
})

export function CopyLink({ link }: { link: string }) {
  const [words, setWords] = useState('')
  // Browsers have a clipboard over https only.
  if (!('clipboard' in navigator)) return null
  const copy = (): void =>
    void navigator.clipboard.writeText(link).then(
      () => setWords('Copied.'),
      () => setWords("That didn't work. Copy the link by hand."),
    )
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button kind="secondary" onClick={copy}>
        Copy the link
      </Button>
      <span role="status" className="text-muted">
        {words}
      </span>
    </p>
  )
}

/** Whether the code lets people in, and what opens the door or closes it. */
export function useDoor({ id, door }: Pick<League, 'id' | 'door'>) {
  const isOpen = door === 'open'
  const { mutate, isPending, error } = useLeagueChange(() =>
    call(leagueCalls.changeLeague, {
      params: { league: id },
      body: { door: isOpen ? 'closed' : 'open' },
    }),
  )
  return { isOpen, turn: () => isPending || mutate(), error }
}

function Door({ league }: { league: League }) {
  const { isOpen, turn, error } = useDoor(league)
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4">
      <p role="status">
        {isOpen
          ? 'The door is open. The code lets people in.'
          : 'The door is closed. The code does not work.'}
      </p>
      <TextButton onClick={turn}>{isOpen ? 'Close the door' : 'Open the door'}</TextButton>
      {league.kind === 'lesson' && isOpen && (
        <p className="text-12 text-muted">
          It closes by itself after the first quarter of the lesson. You can open it again.
        </p>
      )}
      <Refused error={error} />
    </div>
  )
}
