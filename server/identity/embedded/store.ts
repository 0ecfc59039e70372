// People with an account at this provider, in the database: their emails, and the ways in which they show who they are.
import type { Tx } from '../../db/handle.ts'
import { newId } from '../session-store.ts'

export interface Person {
  readonly id: string
  readonly email: string
}

export interface Credentials extends Person {
  /** Null for somebody who has only ever come in through Google. */
  readonly password: string | null
}

/** One statement whether there is such a person or not, so that the time it takes says nothing. */
export async function credentialsOf(db: Tx, email: string): Promise<Credentials | null> {
  const [found] = await db.query<Credentials>(
    'select id, email, password from identity.person where email = $1',
    [email],
  )
  return found ?? null
}

/** Those of the emails that have an account. */
export async function knownEmails(db: Tx, emails: readonly string[]): Promise<string[]> {
  const found = await db.query<Pick<Person, 'email'>>(
    'select email from identity.person where email = any($1)',
    [emails],
  )
  return found.map(({ email }) => email)
}

export async function credentialsWithId(db: Tx, id: string): Promise<Credentials | null> {
  const [found] = await db.query<Credentials>(
    'select id, email, password from identity.person where id = $1',
    [id],
  )
  return found ?? null
}

/** Both hashed. False where it has been changed since it was looked at; who signs in with the old one waits meanwhile. */
export async function replacePassword(
  tx: Tx,
  { id, password, next }: { id: string; password: string; next: string },
): Promise<boolean> {
  const changed = await tx.query(
    'update identity.person set password = $3 where id = $1 and password = $2 returning true',
    [id, password, next],
  )
  return changed.length > 0
}

export interface NewPerson {
  readonly email: string
  /** Hashed. */
  readonly password: string
  readonly at: Date
}

/** Null where the email is taken, also when two sign up at the same time. */
export async function addPerson(
  tx: Tx,
  { email, password, at }: NewPerson,
): Promise<Person | null> {
  const [person] = await tx.query<Person>(
    `insert into identity.person (id, email, is_email_proven, password, created_at)
     values ($1, $2, false, $3, $4) on conflict (email) do nothing returning id, email`,
    [newId(), email, password, at],
  )
  return person ?? null
}

/**
 * False where the password has been changed since it was looked at: the lock makes a change wait, and the change then
 * ends the session that is begun meanwhile as well.
 */
export async function lockWithPassword(
  tx: Tx,
  { id, password }: { id: string; password: string },
): Promise<boolean> {
  const locked = await tx.query(
    'select true from identity.person where id = $1 and password = $2 for no key update',
    [id, password],
  )
  return locked.length > 0
}

/** Sign-ins, changes and the end of an account of one person wait for each other. */
export async function lockPerson(tx: Tx, id: string): Promise<Person | null> {
  const [person] = await tx.query<Person>(
    'select id, email from identity.person where id = $1 for update',
    [id],
  )
  return person ?? null
}

/** With the links that were sent to the person. */
export async function deletePerson(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from identity.person where id = $1', [id])
}

export interface GooglePerson {
  readonly subject: string
  readonly email: string
  /** Whether Google hands out the addresses of that domain, and can say for sure whose they are. */
  readonly isAuthority: boolean
}

/** By whom Google says it is, or else by an email that both have proven; then both are one from now on. */
export async function lockWithGoogle(
  tx: Tx,
  { subject, email, isAuthority }: GooglePerson,
): Promise<Credentials | 'email taken' | null> {
  const [known] = await tx.query<Credentials>(
    'select id, email, password from identity.person where google_subject = $1 for no key update',
    [subject],
  )
  if (known !== undefined) return known
  const [linked] = await tx.query<Credentials>(
    `update identity.person set google_subject = $1
     where email = $2 and is_email_proven and google_subject is null and $3
     returning id, email, password`,
    [subject, email, isAuthority],
  )
  if (linked !== undefined) return linked
  return (await credentialsOf(tx, email)) === null ? null : 'email taken'
}

/** Null where another sign-in of the same person was faster; then the person can be found. */
export async function addGooglePerson(
  tx: Tx,
  { subject, email, isAuthority, at }: GooglePerson & { readonly at: Date },
): Promise<Credentials | null> {
  const [person] = await tx.query<Credentials>(
    `insert into identity.person (id, email, is_email_proven, google_subject, created_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning id, email, password`,
    [newId(), email, isAuthority, subject, at],
  )
  return person ?? null
}
