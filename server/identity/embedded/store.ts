// The people of the embedded provider in the database: email, password hash and Google subject.
import type { Tx } from '../../db/handle.ts'
import { newId } from '../session-store.ts'

export interface Person {
  readonly id: string
  readonly email: string
}

export interface Credentials extends Person {
  /** Null for a person who signs in with Google only. */
  readonly password: string | null
}

/** One statement with and without such a person, so that the time reveals nothing. */
export async function credentialsOf(db: Tx, email: string): Promise<Credentials | null> {
  const [found] = await db.query<Credentials>(
    'select id, email, password from identity.person where email = $1',
    [email],
  )
  return found ?? null
}

/** The subset of emails that have an account. */
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

/** Takes hashes. False where the password has changed since it was read; concurrent sign-ins wait for the row. */
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

/** Takes the hash of the password. Null where the email is taken. */
export async function addPerson(
  tx: Tx,
  { email, password, at }: { email: string; password: string; at: Date },
): Promise<Person | null> {
  const [person] = await tx.query<Person>(
    `insert into identity.person (id, email, is_email_proven, password, created_at)
     values ($1, $2, false, $3, $4) on conflict (email) do nothing returning id, email`,
    [newId(), email, password, at],
  )
  return person ?? null
}

/**
 * False where the password has changed since it was read. A concurrent change waits for the lock, and then also ends the
 * session that is created meanwhile.
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

/** Serializes sign-ins, changes and the deletion of the account of one person. */
export async function lockPerson(tx: Tx, id: string): Promise<Person | null> {
  const [person] = await tx.query<Person>(
    'select id, email from identity.person where id = $1 for update',
    [id],
  )
  return person ?? null
}

/** The links of the person are deleted by cascade. */
export async function deletePerson(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from identity.person where id = $1', [id])
}

export interface GooglePerson {
  readonly subject: string
  readonly email: string
  /** Google manages the addresses of this domain, so it can vouch for their owners. */
  readonly isAuthority: boolean
}

/** Finds the person by Google subject, or by an email that both have proven, which then links the Google account. */
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

/** Null where a concurrent sign-in has added the person. */
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
