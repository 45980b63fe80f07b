/** Seeds the accounts that a workload acts for: with sessions, messages and redemption codes. */
import { randomUUID } from 'node:crypto'
import { hashPassword } from '../../../packages/server/src/identity/password/password-hash.ts'
import { sha256 } from '../../../packages/server/src/platform/keys/secrets.ts'
import { createSessionToken } from '../../../packages/server/src/platform/keys/session-token.ts'
import type { Installation } from '../../harness/installation.ts'
import { type Registration, seedCodes } from '../../harness/seed.ts'

type Seeded = Pick<Installation, 'db' | 'keys'>

export interface Person {
  readonly uid: string
  readonly email: string
  readonly token: string
  password: string
  /** ids and handles of unread messages */
  readonly unread: { id: string; handle: string }[]
}

export const PASSWORD = 'laser-cut-birch-7'
const MESSAGES = 20

/** People with one session each. All have PASSWORD. */
export async function seedPeople(
  { db }: Seeded,
  count: number,
  createToken: (uid: string) => string = createSessionToken,
): Promise<Person[]> {
  const hash = await hashPassword(PASSWORD)
  const people = Array.from({ length: count }, (): Person => {
    const uid = randomUUID()
    const owner = Buffer.from(uid.replaceAll('-', ''), 'hex').toString('base64url')
    return {
      uid,
      email: `drill-${uid}@bench.example`,
      token: createToken(uid),
      password: PASSWORD,
      unread: Array.from({ length: MESSAGES }, (_, index) => {
        const handle = String(index + 1).padStart(11, '0')
        return { id: `m${owner}${handle}`, handle }
      }),
    }
  })
  const uids = people.map(({ uid }) => uid)
  await db.query({
    text: `insert into account (uid, kind, email, email_verified_at, nickname, country, password_hash)
           select uid, 'personal', email, now(), 'Maker', 'DE', $3 from unnest($1::uuid[], $2::text[]) t(uid, email)`,
    values: [uids, people.map(({ email }) => email), hash],
  })
  await db.query({
    text: `insert into sign_in_identifier (kind, value, uid) select 'email', email, uid from unnest($1::uuid[], $2::text[]) t(uid, email)`,
    values: [uids, people.map(({ email }) => email)],
  })
  await db.query({
    text: `insert into session (uid, handle, token_hash, remember, method, application, platform)
           select uid, 'drill', hash, true, 'password', 'portal', 'web' from unnest($1::uuid[], $2::bytea[]) t(uid, hash)`,
    values: [uids, people.map(({ token }) => sha256(token))],
  })
  await db.query({
    text: `insert into account_message (uid, handle, app, category, texts, starts_at, sender)
           select uid, lpad(n::text, 11, '0'), 'portal', 'app', '{"en": {"title": "Cut", "body": "Done."}}', now() - interval '1 hour', 'drill'
             from unnest($1::uuid[]) uid, generate_series(1, ${MESSAGES}) n`,
    values: [uids],
  })
  return people
}

/** Verification codes for sign-ups of new email addresses. They are valid for ten minutes, so they are seeded in portions. */
export const seedRegistrations = ({ db, keys }: Seeded, count: number): Promise<Registration[]> =>
  seedCodes(db, keys, count)
