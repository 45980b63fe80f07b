/** Compares what was acknowledged with the database: nothing is lost, nothing happened twice, nobody was signed out (P-01, P-07, P-25). */
import { verify as verifyHash } from '@node-rs/argon2'
import pg from 'pg'
import { hashRedemptionCode } from '../../../packages/server/src/entitlements/redemption/hash-code.ts'
import type { Keys } from '../../../packages/server/src/platform/keys/keys.ts'
import { sha256 } from '../../../packages/server/src/platform/keys/secrets.ts'
import { type Finding, violations } from '../drill.ts'
import type { Workload } from './workload.ts'

/** Code of `expired_login`. */
const SIGNED_OUT = 20101
const SHOWN = 3

export interface Verification {
  readonly lost: string[]
  readonly doubled: string[]
  readonly signedOut: number
  readonly unaudited: string[]
  /** acknowledged writes that were compared */
  readonly writes: number
}

/** `databaseUrl`: of the owner. */
export async function verifyAcknowledged(
  { acknowledged, records }: Pick<Workload, 'acknowledged' | 'records'>,
  databaseUrl: string,
  keys: Keys,
): Promise<Verification> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const rows = async <R extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<R[]> =>
    (await client.query<R>(text, values)).rows
  const lost: string[] = []
  const doubled: string[] = []
  const unaudited: string[] = []
  let writes = 0

  const uids = [...acknowledged.nicknames.keys()]
  const accounts = await rows<{ uid: string; nickname: string }>(
    'select uid, nickname from account where uid = any($1)',
    uids,
  )
  for (const { uid, nickname } of accounts) {
    const history = acknowledged.nicknames.get(uid) ?? []
    writes += history.filter(entry => entry.acknowledged).length
    // The last acknowledged value, or one that was sent after it and may have arrived.
    const last = history.findLastIndex(entry => entry.acknowledged)
    const possible = history.slice(Math.max(last, 0)).map(entry => entry.value)
    if (last >= 0 && !possible.includes(nickname))
      lost.push(`profile of ${uid}: ${nickname} instead of ${possible.join(' or ')}`)
  }
  if (accounts.length < uids.length) lost.push(`${uids.length - accounts.length} accounts`)

  for (const [uid, history] of acknowledged.passwords) {
    const last = history.findLastIndex(entry => entry.acknowledged)
    if (last < 0) continue
    writes += last + 1
    const [account] = await rows<{ password_hash: string }>(
      'select password_hash from account where uid = $1',
      uid,
    )
    const possible = history.slice(last).map(entry => entry.value)
    const matches = await Promise.all(
      possible.map(value => verifyHash(account?.password_hash ?? '', value).catch(() => false)),
    )
    if (!matches.includes(true)) lost.push(`password of ${uid}`)
  }

  writes += acknowledged.reads.length
  const unread = await rows<{ uid: string; handle: string }>(
    `select t.uid, t.handle from unnest($1::uuid[], $2::text[]) t(uid, handle)
      where not exists (select from account_message m where m.uid = t.uid and m.handle = t.handle and m.read_at is not null)`,
    acknowledged.reads.map(read => read.uid),
    acknowledged.reads.map(read => read.handle),
  )
  for (const { uid, handle } of unread) lost.push(`read mark ${handle} of ${uid}`)

  const redeemed = acknowledged.redemptions.filter(entry => entry.acknowledged)
  writes += redeemed.length
  const open = await rows<{ n: string }>(
    `select t.n::text as n from unnest($1::bytea[]) with ordinality t(hash, n)
      where not exists (select from redemption_code c where c.hash = t.hash and c.redeemed_at is not null)`,
    redeemed.map(({ code }) => hashRedemptionCode(keys.redemption, code)),
  )
  for (const { n } of open) lost.push(`redemption of ${redeemed[Number(n) - 1]?.uid}`)
  const grants = await rows<{ uid: string; grants: number; audited: number }>(
    `select u.uid, (select count(*) from redemption r where r.uid = u.uid)::int as grants,
            (select count(*) from audit_event e where e.uid = u.uid and e.event = 'redemption.redeem' and e.outcome = 'ok')::int as audited
       from unnest($1::uuid[]) u(uid)`,
    [...new Set(acknowledged.redemptions.map(({ uid }) => uid))],
  )
  for (const { uid, grants: found, audited } of grants) {
    const own = acknowledged.redemptions.filter(entry => entry.uid === uid)
    if (found > own.length) doubled.push(`redemption of ${uid}: ${found} grants for ${own.length} codes`)
    if (found < own.filter(entry => entry.acknowledged).length) lost.push(`redemption of ${uid}`)
    if (audited < found) unaudited.push(`redemption of ${uid}`)
  }

  writes += acknowledged.registrations.length
  const registered = await rows<{ value: string; uid: string; identifiers: number; complete: boolean }>(
    `select i.value, i.uid, count(*) over (partition by i.value)::int as identifiers,
            exists (select from account a where a.uid = i.uid)
            and (select count(*) from agreement g where g.uid = i.uid) = 2
            and exists (select from audit_event e where e.uid = i.uid and e.event = 'account.register') as complete
       from sign_in_identifier i where i.kind = 'email' and i.value = any($1)`,
    acknowledged.attemptedRegistrations,
  )
  const byEmail = new Map(registered.map(row => [row.value, row]))
  for (const { email, uid } of acknowledged.registrations)
    if (byEmail.get(email)?.uid !== uid) lost.push(`account ${uid}`)
  for (const { uid, identifiers, complete } of registered) {
    if (identifiers > 1) doubled.push(`account ${uid}`)
    if (!complete) lost.push(`account ${uid} is incomplete`)
  }

  const ended = new Set([...acknowledged.signOuts.map(({ token }) => token), ...acknowledged.undecidedTokens])
  const changed = new Set(acknowledged.passwords.keys())
  const live = [...acknowledged.signIns, ...acknowledged.registrations].filter(
    // A changed password ends the other sessions.
    ({ uid, token }) => !ended.has(token) && !changed.has(uid),
  )
  writes += live.length + acknowledged.signOuts.length
  const dead = await rows<{ n: string }>(
    `select t.n::text as n from unnest($1::bytea[]) with ordinality t(hash, n)
      where not exists (select from session s where s.token_hash = t.hash)`,
    live.map(({ token }) => sha256(token)),
  )
  for (const { n } of dead) lost.push(`session of ${live[Number(n) - 1]?.uid}`)
  const undead = await rows(
    `select handle from session where token_hash = any($1)`,
    acknowledged.signOuts.map(({ token }) => sha256(token)),
  )
  if (undead.length > 0) lost.push(`${undead.length} sign-outs`)

  const expected = [
    ...acknowledged.registrations.map(({ requestId }) => ({ event: 'account.register', requestId })),
    ...acknowledged.signIns.map(({ requestId }) => ({ event: 'login.password', requestId })),
    // A session that the new password had just ended needs no row of its own.
    ...acknowledged.signOuts
      .filter(({ uid }) => !changed.has(uid))
      .map(({ requestId }) => ({ event: 'login.logout', requestId })),
    ...acknowledged.audited,
  ]
  const missing = await rows<{ event: string; request_id: string }>(
    `select t.event, t.request_id from unnest($1::text[], $2::text[]) t(event, request_id)
      where not exists (select from audit_event e where e.request_id = t.request_id and e.event = t.event)`,
    expected.map(({ event }) => event),
    expected.map(({ requestId }) => requestId),
  )
  for (const { event, request_id } of missing) unaudited.push(`${event} of request ${request_id}`)
  await client.end()

  const signedOut = records.filter(({ code, act }) => code === SIGNED_OUT && act !== 'signOut').length
  return { lost, doubled, signedOut, unaudited, writes }
}

const shown = (list: readonly string[]): string => list.slice(0, SHOWN).join(' | ')

/** The findings that every drill with a workload has. */
export const verificationFindings = (verification: Verification): Finding[] => {
  const { lost, doubled, signedOut, unaudited, writes } = verification
  const of = `of ${writes} acknowledged`
  return [
    violations('P-01', 'acknowledged writes lost', lost.length, `${of} ${shown(lost)}`),
    violations('P-01', 'writes doubled', doubled.length, shown(doubled)),
    violations('P-07', 'answers 20101 for live sessions', signedOut),
    violations('P-25', 'acknowledged acts without audit row', unaudited.length, shown(unaudited)),
  ]
}
