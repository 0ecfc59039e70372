// The display name of the learner, the form that changes it, and its query and mutation.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as accountCalls from '@tengrand/contract/account.ts'
import { useEffect, useId, useRef, useState } from 'react'

import { call } from '../api/client.ts'
import { useLearnerOptions, useLearnerQuery } from '../session/learner-query.ts'
import { Button } from '../ui/button.tsx'
import { TypedForm, type Typed } from '../ui/typed-form.tsx'

export function DisplayName() {
  const { data, error, refetch } = useAccount()
  if (data) return <Known name={data.display_name} />
  return (
    <div className="min-h-14">
      <p className="text-12 text-muted">Display name</p>
      {error ? (
        <p role="alert" className="text-loss">
          {error.message}{' '}
          <button type="button" onClick={() => void refetch()} className="underline">
            Try again
          </button>
        </p>
      ) : (
        <p role="status" className="text-muted">
          Loading...
        </p>
      )}
    </div>
  )
}

function Known({ name }: { name: string }) {
  const [state, setState] = useState<'shown' | 'edited' | 'saved' | 'left'>('shown')
  const edit = useRef<HTMLButtonElement>(null)
  // The focus was lost with the form and returns to the button that opened it.
  useEffect(() => {
    if (state === 'saved' || state === 'left') edit.current?.focus()
  }, [state])
  if (state === 'edited') return <NameForm name={name} onDone={setState} />
  return (
    <div className="min-h-14">
      <p className="text-12 text-muted">Display name</p>
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <button
          ref={edit}
          type="button"
          aria-label="Edit display name"
          onClick={() => setState('edited')}
          className="-my-2 min-h-10 rounded-control px-2 font-medium text-accent"
        >
          Edit
        </button>
      </div>
      <p role="status" className="text-12 text-muted">
        {state === 'saved' ? 'Name changed.' : 'What others see on the leaderboard.'}
      </p>
    </div>
  )
}

/** The server validates the name and says why it refuses one. */
function NameForm({ name, onDone }: { name: string; onDone: (how: 'saved' | 'left') => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useChangeName()
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const submit = (typed: Typed): void =>
    mutate(typed('name'), {
      onSuccess: () => onDone('saved'),
      onError: () => input.current?.focus(),
    })
  return (
    <TypedForm isBusy={isPending} onSubmit={submit}>
      <label htmlFor={id} className="text-12 text-muted">
        Display name
      </label>
      <input
        ref={input}
        id={id}
        name="name"
        defaultValue={name}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Closes the form, not the menu around it.
          event.stopPropagation()
          onDone('left')
        }}
        required
        maxLength={charactersMax}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== null}
        aria-describedby={`${id}note`}
        className="mt-1.5 h-11 w-full rounded-control border border-control bg-surface px-3 text-16 aria-[invalid=true]:border-loss"
      />
      <NameNote id={`${id}note`} failure={error?.message} />
      <div className="mt-3 flex gap-2">
        <Button type="submit" aria-disabled={isPending} className="flex-1">
          {isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button kind="secondary" className="flex-1" onClick={() => onDone('left')}>
          Cancel
        </Button>
      </div>
    </TypedForm>
  )
}

/** More than the server allows, so that the form can show the server's refusal. */
const charactersMax = 100

function NameNote({ id, failure }: { id: string; failure: string | undefined }) {
  return (
    <p id={id} className="mt-1.5 text-12 text-muted">
      {failure === undefined ? (
        '3 to 24 letters, digits, spaces, - and _. Others see it on the leaderboard.'
      ) : (
        <span role="alert" className="text-loss">
          {failure}
        </span>
      )}
    </p>
  )
}

/** Invalidates the leaderboard, which shows the name. */
export function useChangeName() {
  const { queryKey } = useLearnerOptions('account')
  const client = useQueryClient()
  const [scope, uid] = queryKey
  return useMutation({
    mutationFn: (name: string) => call(accountCalls.changeName, { body: { display_name: name } }),
    onSuccess: (account) => {
      client.setQueryData(queryKey, account)
      void client.invalidateQueries({ queryKey: [scope, uid, 'leaderboard'] })
    },
  })
}

export const useAccount = () => useLearnerQuery(accountCalls.account, {}, ['account'])
