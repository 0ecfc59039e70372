// How a lesson ended, and the download of its proof.
import { useMutation } from '@tanstack/react-query'
import type { proof } from '@tengrand/contract/lesson-proof.ts'
import { ofLeague, oneLeague } from '@tengrand/contract/leagues.ts'
import * as z from 'zod/mini'

import { call } from '../api/client.ts'
import type { LessonMarket } from '../leagues/lesson-words.ts'
import { Refused } from '../leagues/refused.tsx'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'

type Ended = NonNullable<LessonMarket['ended']>

/** 'Ended early in week 31 by the organiser. The organiser removed 2 members.' */
export function endWords({ by, week, removed_members: removed }: Ended): string {
  const end = {
    plan: 'Ended as planned.',
    organiser: `Ended early in week ${week} by the organiser.`,
    pause: `Ended in week ${week}, after 14 days of pause.`,
    lobby: 'Over, because it was not started within 7 days.',
  }[by]
  if (removed === 0) return end
  return `${end} The organiser removed ${removed === 1 ? '1 member' : `${removed} members`}.`
}

/** The call of the contract, saved as it comes: pages need no schema for a file that they do not read. */
const proofFile = {
  method: 'GET',
  path: `${oneLeague.path}/proof` satisfies (typeof proof)['path'],
  access: 'signed-in',
  params: ofLeague,
  answers: 'application/json',
  answer: z.string(),
} as const

export function DownloadProof({ league }: { league: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(proofFile, { params: { league } }),
    onSuccess: (text) => saveFile('tengrand-lesson-proof.json', 'application/json', text),
  })
  return (
    <>
      <Button kind="secondary" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Preparing...' : 'Download the proof'}
      </Button>
      <Refused error={error} />
    </>
  )
}
