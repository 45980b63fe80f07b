/** Plan of a merge of two accounts: what moves, what ends, and what makes the merge impossible. */
import * as m from '@kerf/locales/messages'
import { listRedemptionsOf } from '../../../entitlements/index.ts'
import { findAccount, findEmailAge, findMailboxChange, TRUSTED_EMAIL_DAYS } from '../../../identity/index.ts'
import { listMachineRoles, listWorkshopIds } from '../../../machines/index.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { readTime } from '../../../platform/db/database-clock.ts'
import { type BothLanguages, inBothLanguages } from '../../input/both-languages.ts'
import { OperationError } from '../../input/operation-error.ts'
import {
  countUnlockedMachines,
  listMergedCertificates,
  listMergesOf,
  type MergedCertificate,
  movesOf,
} from './merge-store.ts'

/** Most rows of a merge, because each step is one transaction. */
const REDEMPTIONS_MAX = 500

export interface MergePlan {
  /** the account that is closed */
  readonly from: string
  /** the account that stays */
  readonly into: string
  readonly moves: {
    readonly redemptions: number
    readonly lessons: number
    readonly certificates: number
    /** with their read marks */
    readonly messages: number
    readonly readMarks: number
    readonly machines: number
    readonly workshops: number
  }
  /** what ends with the account that is closed */
  readonly ends: readonly string[]
  /** the same in both languages */
  readonly endings: readonly BothLanguages[]
  /** why the accounts cannot be merged; empty: they can */
  readonly blocked: readonly string[]
  /** the same in both languages */
  readonly obstacles: readonly BothLanguages[]
}

async function readAccount(on: Queryable, uid: string) {
  const trusted = new Date((await readTime(on)) - TRUSTED_EMAIL_DAYS * 86_400_000)
  const [[account], [age], [change], redemptions, certificates, roles, workshops, [unlocked]] =
    await Promise.all([
      findAccount(on, { uid }),
      findEmailAge(on, { uid, at: trusted }),
      findMailboxChange(on, { uid }),
      listRedemptionsOf(on, { uid, limit: REDEMPTIONS_MAX + 1 }),
      listMergedCertificates(on, { uid }),
      listMachineRoles(on, { uid }),
      listWorkshopIds(on, { uid }),
      countUnlockedMachines(on, { uid }),
    ])
  const hasNewEmail = age?.isOlder !== true
  const rights = { roles, workshops, unlocked: unlocked?.rows ?? 0 }
  return { account, hasNewEmail, change, redemptions, certificates, ...rights }
}

type Side = Awaited<ReturnType<typeof readAccount>>

function obstaclesOf(account: BothLanguages, side: Side): OperationError[] {
  if (!side.account) return [new OperationError('merge_account_unknown', { account })]
  const { kind, status } = side.account
  return [
    ...(kind === 'enterprise' ? [new OperationError('merge_account_enterprise', { account })] : []),
    ...(status === 'active' ? [] : [new OperationError('merge_account_inactive', { account })]),
    // For three days after a change of address, the former mailbox can restore it (S-147). A merge would end that right.
    ...(side.hasNewEmail
      ? [new OperationError('merge_account_new_email', { account, days: TRUSTED_EMAIL_DAYS })]
      : []),
    ...(side.change ? [new OperationError('merge_account_mailbox', { account })] : []),
  ]
}

/** Courses of which both accounts have a certificate: one of the two numbers would become invalid without notice. */
function lostCertificates(
  from: readonly MergedCertificate[],
  into: readonly MergedCertificate[],
): BothLanguages[] {
  return from.flatMap(({ course, number }) =>
    number !== null && into.some(other => other.course === course && other.number !== null)
      ? [inBothLanguages(m.merge_ends_certificate, { number, course })]
      : [],
  )
}

const inBoth = (a: readonly string[], b: readonly string[]): string[] => a.filter(one => b.includes(one))

/**
 * Reads only. If `on` is a transaction that has locked both accounts, the plan stays true until its end. `running`: the account whose merge
 * is under way and does not count as a waiting merge.
 */
export async function planMerge(
  on: Queryable,
  from: string,
  into: string,
  running?: string,
): Promise<MergePlan> {
  const left = await readAccount(on, from)
  const right = await readAccount(on, into)
  const count = async (table: Parameters<typeof movesOf>[0]): Promise<number> =>
    (await movesOf(table).count(on, { uid: from }))[0]?.rows ?? 0
  const [lessons, messages, readMarks] = [
    await count('lesson_done'),
    await count('account_message'),
    await count('broadcast_read'),
  ]
  const merges = (await listMergesOf(on, { uids: [from, into] })).filter(({ uid }) => uid !== running)
  const machines = inBoth(
    left.roles.map(({ machine }) => machine),
    right.roles.map(({ machine }) => machine),
  )
  const workshops = inBoth(
    left.workshops.map(one => one.workshop),
    right.workshops.map(one => one.workshop),
  )
  const obstacles = [
    ...(from === into ? [new OperationError('account_same')] : []),
    ...obstaclesOf(inBothLanguages(m.refusal_merge_closed), left),
    ...obstaclesOf(inBothLanguages(m.refusal_merge_stays), right),
    ...(merges.length > 0 ? [new OperationError('merge_unfinished')] : []),
    ...machines.map(machine => new OperationError('merge_same_machine', { machine })),
    ...workshops.map(workshop => new OperationError('merge_same_workshop', { workshop })),
    ...(left.redemptions.length > REDEMPTIONS_MAX
      ? [new OperationError('merge_too_many', { max: REDEMPTIONS_MAX })]
      : []),
  ]
  const endings = [
    inBothLanguages(m.merge_ends_login),
    inBothLanguages(m.merge_ends_profile),
    ...lostCertificates(left.certificates, right.certificates),
    ...(left.unlocked > 0 ? [inBothLanguages(m.merge_ends_welders, { count: left.unlocked })] : []),
  ]
  return {
    from,
    into,
    moves: {
      ...{ redemptions: left.redemptions.length, lessons, certificates: left.certificates.length },
      ...{ messages, readMarks, machines: left.roles.length, workshops: left.workshops.length },
    },
    ends: endings.map(({ en }) => en),
    endings,
    blocked: obstacles.map(({ message }) => message),
    obstacles: obstacles.map(({ text }) => text),
  }
}
