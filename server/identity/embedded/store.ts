// People, their passwords and their sessions in the database.
import { randomBytes } from 'node:crypto'

import type { Tx } from '../../db.ts'
import { channel } from './notices.ts'

export interface User {
  readonly id: string
  readonly email: string
}

export interface Credentials extends User {
  /** Null for somebody who has only ever come in through Google. */
  readonly password: string | null
}

/** One statement whether there is such a person or not, so that the time it takes says nothing. */
export async function credentialsOf(db: Tx, email: string): Promise<Credentials | null> {
  const [found] = await db.query<Credentials>(
    `select "user".id, "user".email, account.password
     from identity."user" left join identity.account
       on account."userId" = "user".id and account."providerId" = 'credential'
     where "user".email = $1`,
    [email],
  )
  return found ?? null
}

export async function userByEmail(db: Tx, email: string): Promise<User | null> {
  const [user] = await db.query<User>('select id, email from identity."user" where email = $1', [
    email,
  ])
  return user ?? null
}

/** Null for somebody who has none. */
export async function passwordOf(db: Tx, userId: string): Promise<string | null> {
  const [account] = await db.query<{ password: string }>(
    `select password from identity.account where "userId" = $1 and "providerId" = 'credential'`,
    [userId],
  )
  return account?.password ?? null
}

export interface NewUser {
  readonly email: string
  /** Hashed. */
  readonly password: string
  readonly at: Date
}

/** Null where the e-mail is taken, also when two sign up at the same time. */
export async function addUser(tx: Tx, { email, password, at }: NewUser): Promise<User | null> {
  const [user] = await tx.query<User>(
    `insert into identity."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
     values ($1, '', $2, false, $3, $3) on conflict (email) do nothing returning id, email`,
    [newId(), email, at],
  )
  if (user === undefined) return null
  await setPassword(tx, { userId: user.id, password, at })
  return user
}

export async function setPassword(
  tx: Tx,
  { userId, password, at }: { userId: string; password: string; at: Date },
): Promise<void> {
  await tx.query(
    `insert into identity.account
       (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
     values ($1, $2, 'credential', $2, $3, $4, $4)
     on conflict ("providerId", "accountId")
       do update set password = excluded.password, "updatedAt" = excluded."updatedAt"`,
    [newId(), userId, password, at],
  )
}

export interface NewSession {
  readonly userId: string
  /** The hash that the password was found to match. */
  readonly password: string
  readonly at: Date
  readonly expiresAt: Date
}

/**
 * The secret of a new session. Null where the password has been changed since it was looked at: the lock makes a
 * change wait, and the change then ends this session as well. Other sign-ins of the person wait, too, so that each
 * sees how many sessions there are.
 */
export async function addSession(tx: Tx, session: NewSession): Promise<string | null> {
  const [made] = await tx.query<{ token: string }>(
    `insert into identity.session (id, token, "userId", "createdAt", "updatedAt", "expiresAt")
     select $1, $2, "userId", $5, $5, $6 from identity.account
     where "userId" = $3 and "providerId" = 'credential' and password = $4
     for no key update
     returning token`,
    [
      newId(),
      randomBytes(32).toString('base64url'),
      session.userId,
      session.password,
      session.at,
      session.expiresAt,
    ],
  )
  return made?.token ?? null
}

export interface Session {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly updatedAt: Date
}

export async function sessionOf(db: Tx, token: string, at: Date): Promise<Session | null> {
  const [session] = await db.query<Session>(
    `select session.id, "user".id as "userId", "user".email, session."updatedAt"
     from identity.session join identity."user" on "user".id = session."userId"
     where session.token = $1 and session."expiresAt" > $2`,
    [token, at],
  )
  return session ?? null
}

export async function isSessionAlive(db: Tx, id: string, at: Date): Promise<boolean> {
  const alive = await db.query(
    'select true from identity.session where id = $1 and "expiresAt" > $2',
    [id, at],
  )
  return alive.length > 0
}

export async function prolongSession(
  db: Tx,
  { id, at, expiresAt }: { id: string; at: Date; expiresAt: Date },
): Promise<void> {
  await db.query('update identity.session set "updatedAt" = $2, "expiresAt" = $3 where id = $1', [
    id,
    at,
    expiresAt,
  ])
}

/** Returns the ids of the sessions that ended, which every node is told. */
export const endSession = (db: Tx, token: string): Promise<string[]> => end(db, 'token', token)

export const endSessionsOf = (tx: Tx, userId: string): Promise<string[]> =>
  end(tx, '"userId"', userId)

/** One for each browser that somebody may ever have left behind; nobody could see that there are more. */
const sessionsMax = 50

export interface Newest {
  readonly userId: string
  /** The secret of the session that has just begun. */
  readonly token: string
  /** The secret of the one that the browser had before, whoever's it was. */
  readonly replaced: string | null
}

/** Ends what the newest session replaces, and those of the person that were in use the longest ago, if they are too many. */
export async function makeRoomFor(tx: Tx, newest: Newest): Promise<string[]> {
  const gone = await tx.query<{ id: string }>(
    `with gone as (
       delete from identity.session
       where (token = $1 and token <> $2)
         or id in (select id from identity.session where "userId" = $3
                   order by token = $2 desc, "updatedAt" desc, id offset $4)
       returning id)
     select id, pg_notify($5, 'ended ' || id) from gone`,
    [newest.replaced, newest.token, newest.userId, sessionsMax, channel],
  )
  return gone.map(({ id }) => id)
}

async function end(tx: Tx, column: 'token' | '"userId"', value: string): Promise<string[]> {
  const gone = await tx.query<{ id: string }>(
    `with gone as (delete from identity.session where ${column} = $1 returning id)
     select id, pg_notify($2, 'ended ' || id) from gone`,
    [value, channel],
  )
  return gone.map(({ id }) => id)
}

const newId = (): string => randomBytes(24).toString('base64url')
