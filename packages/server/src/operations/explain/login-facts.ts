/** Why a person cannot log in. */
import { ERRORS } from '@kerf/contract/errors'
import { factorOverview } from '../../identity/index.ts'
import { createDatabaseClock } from '../../platform/db/database-clock.ts'
import { countLiveSessions, findLastSignIn } from '../account/account-report-store.ts'
import { findBansOfNetworks, findMailboxChange, findMerge, listPasskeys } from './explain-store.ts'
import { type FactSource, ofAccount, type RawFact } from './fact.ts'
import { describeRefusals } from './refusals.ts'
import { usedLimits } from './used-limits.ts'

const HUMAN_CHECK = ERRORS.human_verification_required.code

/** Of every topic: a person whose account is closed can do nothing. */
export const ACCOUNT_FACTS: readonly FactSource[] = [
  ({ account }) => (account ? [] : [{ code: 'account_none', blocks: true }]),
  ofAccount(({ uid, kind, status, bannedUntil, banReason }) => {
    if (status !== 'banned') return []
    const ban = { blocks: true, until: bannedUntil, values: { reason: banReason || '–' } }
    return kind === 'enterprise'
      ? [
          {
            ...ban,
            code: 'account_disabled',
            mend: { operation: 'enterprise enable', arguments: [uid] },
          },
        ]
      : [{ ...ban, code: 'account_banned', mend: { operation: 'user unban', arguments: [uid] } }]
  }),
  ofAccount(async ({ uid }, { db, now }) => {
    const [merge] = await findMerge(db, { uid })
    if (!merge) return []
    const { target, since, until } = merge
    const mend = { operation: 'user keep-accounts', arguments: [uid] }
    const fact = { code: 'account_merges', since, until, values: { target } } as const
    return [until > now ? { ...fact, mend } : { ...fact, blocks: true }]
  }),
]

export const LOGIN_FACTS: readonly FactSource[] = [
  async ({ db, events }) => {
    const networks = [...new Set(events.flatMap(({ network }) => network ?? []))]
    const bans = networks.length === 0 ? [] : await findBansOfNetworks(db, { networks })
    return bans.map(({ network, since, until }) => ({
      ...{ code: 'network_banned', blocks: true, since, until, values: { network } },
      mend: { operation: 'ip unban', arguments: [network] },
    }))
  },
  usedLimits(['fail-short', 'fail-long', 'fail-row', 'fail-known']),
  ofAccount(({ uid, defaultPassword, defaultPasswordExpired, hasPassword }) => {
    const reset = { operation: 'enterprise reset', arguments: [uid] }
    if (defaultPasswordExpired) return [{ code: 'password_default_expired', blocks: true, mend: reset }]
    if (defaultPassword) return [{ code: 'password_default', mend: reset }]
    return hasPassword ? [] : [{ code: 'password_none' }]
  }),
  usedLimits([
    ...(['factor', 'factor-known', 'factor-session', 'factor-sessions'] as const),
    ...(['extra-factor.account', 'login-code'] as const),
  ]),
  // A second step was asked for after the last login.
  ofAccount(async ({ uid }, { db, events }) => {
    const asked = events.find(
      ({ event, outcome, detail }) =>
        event === 'login.second_step' && outcome === 'ok' && detail.asked === true,
    )
    const [last] = asked ? await findLastSignIn(db, { uid }) : []
    if (!asked || (last && last.at >= Math.floor(asked.at))) return []
    const { purpose } = asked.detail
    const code =
      purpose === 'country' ? 'login_waits_country' : purpose ? 'login_waits_code' : 'login_waits_factor'
    return [{ code, blocks: true, since: asked.at }]
  }),
  ofAccount(async ({ uid, secondFactor, secondFactorDemanded }, { db }) => {
    const clock = createDatabaseClock(db)
    const { totp, recoveryCodes, removalAt } = await factorOverview(db, { clock }, uid)
    const mend = { operation: 'user reset-factor', arguments: [uid] }
    const facts: RawFact[] = []
    if (secondFactor) facts.push({ code: 'factor_on', since: totp?.since, values: { recoveryCodes }, mend })
    else if (secondFactorDemanded) facts.push({ code: 'factor_demanded' })
    if (removalAt !== null) facts.push({ code: 'factor_removal', until: removalAt })
    return facts
  }),
  ofAccount(async ({ uid }, { db }) => {
    const passkeys = await listPasskeys(db, { uid })
    const suspended = passkeys.filter(({ suspendedAt }) => suspendedAt !== null)
    const usable = passkeys.length - suspended.length
    return [
      ...suspended.map(({ name, suspendedAt }): RawFact => {
        return { code: 'passkey_suspended', since: suspendedAt, values: { name: name || '–' } }
      }),
      ...(usable > 0 ? [{ code: 'passkeys', values: { count: usable } } as const] : []),
    ]
  }),
  ofAccount(async ({ uid }, { db }) => {
    const [change] = await findMailboxChange(db, { uid })
    if (!change) return []
    const { since, until, confirmed } = change
    const code = confirmed ? 'mailbox_changes' : 'mailbox_unconfirmed'
    return [{ code, since, until, mend: { operation: 'user keep-email', arguments: [uid] } }]
  }),
  ofAccount((_, { events }) => {
    const asked = events.find(({ event, detail }) => event === 'call.refused' && detail.code === HUMAN_CHECK)
    return asked ? [{ code: 'human_check', since: asked.at }] : []
  }),
  describeRefusals(/\/(?:login|oauth|passkey|factor)/, /^(?:login|social)\./),
  ofAccount(async ({ uid }, { db }) => {
    const [last] = await findLastSignIn(db, { uid })
    const sessions = (await countLiveSessions(db, { uid }))[0]?.sessions ?? 0
    if (!last) return [{ code: 'login_never' }]
    const { at: since, method, place } = last
    return [{ code: 'login_last', since, values: { method, place: place || '–', sessions } }]
  }),
]
