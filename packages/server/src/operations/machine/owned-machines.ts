/** Machines and their owners, for operators (S-160, S-172): what is known, requests to decide, and acts that need a second operator. */

import { DAY_SECONDS } from '@kerf/contract/limits'
import { REQUEST_REVIEW_DAYS } from '@kerf/contract/machines/machines'
import { normalizeSerialNumber, serialNumberError } from '@kerf/contract/serial-number'
import { hashSerialNumber } from '../../entitlements/index.ts'
import { findAccount } from '../../identity/index.ts'
import {
  assignMachine as assign,
  type CardCase,
  countTrusted,
  decideRequest,
  distrustDevice,
  distrustVersion,
  findCardCase,
  findDevice,
  findMachineForOperators,
  findMachineState,
  findRegistered,
  findRequestForOperators,
  findWorkshopName,
  hashRenewedCard,
  isOwned,
  listCardCases,
  listRequestsForOperators,
  type RequestForOperators,
  raiseGeneration,
  renewMachine as renew,
  renewCard,
} from '../../machines/index.ts'
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { createDatabaseClock } from '../../platform/db/database-clock.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { accountNotFound, findUid } from '../account/find-account.ts'
import type { OperationTarget } from '../account/notify-account.ts'
import { assertEvidence } from '../input/assert-evidence.ts'
import { OperationError } from '../input/operation-error.ts'
import { loadInstallationKeys } from '../installation/load-installation-keys.ts'
import { withApproval } from '../operator/approvals.ts'
import { type ProvisionedMachine, provisionMachine } from './machines.ts'

const LIST_MAX = 500

const reviewFromOf = ({ since }: RequestForOperators): number => since + REQUEST_REVIEW_DAYS * DAY_SECONDS

/** Nobody is at a place, and the mail names none. */
const mailOf = (db: Database, keys: Keys): MailDependencies => ({
  keys,
  clock: createDatabaseClock(db),
  placeOf: async () => '',
})

/** `typed`: SN or id of the machine. `machine`: undefined, if nobody has owned it. */
async function find(db: Database, keys: Keys, typed: string) {
  const isId = /^m_[\w-]{22}$/.test(typed.trim())
  if (!isId && serialNumberError(typed)) throw new OperationError('machine_invalid')
  const hash = (sn: string): Buffer => hashSerialNumber(keys.unlock, sn)
  const id = isId
    ? typed.trim()
    : (await findRegistered(db, { hash: hash(normalizeSerialNumber(typed)) }))[0]?.machine
  const [machine] = id === undefined ? [] : await findMachineForOperators(db, { machine: id })
  const sn = machine?.sn ?? (isId ? undefined : normalizeSerialNumber(typed))
  const [device] = sn === undefined ? [] : await findDevice(db, { sn })
  if (sn === undefined || (!machine && !device)) throw new OperationError('machine_unknown')
  return { sn, hash: hash(sn), machine, device }
}

export interface OwnedMachine {
  /** null: nobody has owned it */
  readonly id: string | null
  readonly sn: string
  readonly line: string
  /** number of the keys for claims and passes; 0: none; null: it is not imported */
  readonly generation: number | null
  readonly distrusted: boolean
  /** user ID */
  readonly owner: string | null
  /** id and name of the workshop that owns it */
  readonly workshop: { readonly id: string; readonly name: string } | null
  /** Unix seconds */
  readonly ownerSince: number | null
  readonly people: number
  readonly lost: boolean
  readonly request: ShownMachineRequest | null
  readonly card: ShownCardCase | null
}

export interface ShownMachineRequest {
  readonly machine: string
  readonly line: string
  /** the last characters */
  readonly sn: string
  /** user ID */
  readonly claimant: string
  readonly state: 'open' | 'denied'
  /** Unix seconds */
  readonly since: number
  /** an operator may decide from then on, Unix seconds */
  readonly reviewFrom: number
  /** the claimant has shown a second code since then */
  readonly proved: boolean
}

/** A used card that another account has shown. It is listed for 90 days. */
export interface ShownCardCase extends Pick<ShownMachineRequest, 'machine' | 'line' | 'sn' | 'claimant'> {
  readonly state: 'used card'
  /** user ID of who has claimed with the card; null: the account is deleted */
  readonly usedBy: string | null
  /** Unix seconds */
  readonly since: number
}

const shownCase = ({ sn, ...row }: CardCase): ShownCardCase => ({
  ...row,
  sn: `…${sn.slice(-6)}`,
  state: 'used card',
})

const shownRequest = (row: RequestForOperators): ShownMachineRequest => ({
  ...{ machine: row.machine, line: row.line, sn: `…${row.sn.slice(-6)}`, claimant: row.claimant },
  ...{
    state: row.denied ? 'denied' : 'open',
    since: row.since,
    reviewFrom: reviewFromOf(row),
    proved: row.proved,
  },
})

/** Throws an OperationError. */
export async function showOwnedMachine(
  db: Database,
  keys: Keys,
  typed: string,
  operator: string,
): Promise<OwnedMachine> {
  const { sn, machine, device } = await find(db, keys, typed)
  const [request] = machine ? await findRequestForOperators(db, { machine: machine.id }) : []
  const [card] = machine ? await findCardCase(db, { machine: machine.id }) : []
  const detail = { sn: `…${sn.slice(-4)}`, machine: machine?.id ?? null }
  const id = machine?.workshop ?? null
  const workshop =
    id === null ? null : { id, name: (await findWorkshopName(db, { workshop: id }))[0]?.name ?? '' }
  await writeAudit(db, {
    event: 'machine.show',
    outcome: 'ok',
    operator,
    uid: machine?.owner ?? null,
    detail,
  })
  return {
    ...{ id: machine?.id ?? null, sn, line: machine?.line ?? device?.line ?? '' },
    ...{ generation: device?.generation ?? null, distrusted: device?.distrusted ?? false },
    ...{ owner: machine?.owner ?? null, workshop },
    ownerSince: machine && isOwned(machine) ? machine.ownerSince : null,
    ...{ people: machine?.people ?? 0, lost: machine?.lost ?? false },
    request: request ? shownRequest(request) : null,
    card: card ? shownCase(card) : null,
  }
}

/** The open ones, and used cards that were shown again; each oldest first. */
export async function listMachineRequests(
  db: Database,
  operator: string,
): Promise<(ShownMachineRequest | ShownCardCase)[]> {
  const requests = await listRequestsForOperators(db, { limit: LIST_MAX })
  const cases = await listCardCases(db, { limit: LIST_MAX })
  await writeAudit(db, {
    event: 'machine.requests',
    outcome: 'ok',
    operator,
    detail: { requests: requests.length, cards: cases.length },
  })
  return [...requests.map(shownRequest), ...cases.map(shownCase)]
}

const changedMeanwhile = (): OperationError => new OperationError('machine_changed')

/** After the owner's time to answer. A confirmation needs a second code of the claimant. Throws an OperationError. */
export async function decideMachineRequest(
  { db, config }: OperationTarget,
  order: {
    readonly machine: string
    readonly answer: 'confirm' | 'deny'
    readonly evidence: string
    readonly operator: string
  },
): Promise<{ machine: string; answer: 'confirm' | 'deny'; claimant: string }> {
  const { answer, evidence, operator } = order
  assertEvidence(evidence)
  const keys = await loadInstallationKeys(db, config)
  const { machine } = await find(db, keys, order.machine)
  const [request] = machine ? await findRequestForOperators(db, { machine: machine.id }) : []
  if (!machine || !isOwned(machine) || !request || request.denied)
    throw new OperationError('machine_request_none')
  const reviewFrom = reviewFromOf(request)
  const mail = mailOf(db, keys)
  if ((await mail.clock.now()) / 1_000 < reviewFrom)
    throw new OperationError('machine_request_early', { time: new Date(reviewFrom * 1_000).toISOString() })
  if (answer === 'confirm' && !request.proved) throw new OperationError('machine_request_unproved')
  const { id } = machine
  const { claimant, since } = request
  return withApproval(
    db,
    {
      operation: 'machine decide',
      parameters: { machine: id, answer, evidence, claimant, since },
      summary: `${answer} the request of ${claimant} for ${id}, evidence ${evidence}`,
      operator,
    },
    async (tx, { id: approval, decidedBy }) => {
      const detail = { evidence, approval, confirmedBy: decidedBy ?? '' }
      if (!(await decideRequest(tx, mail, request, answer, { operator, detail }))) throw changedMeanwhile()
      return { machine: id, answer, claimant }
    },
  )
}

/** Gives a machine without owner to an account. Throws an OperationError. */
export async function assignMachine(
  { db, config }: OperationTarget,
  order: {
    readonly machine: string
    readonly to: string
    readonly evidence: string
    readonly operator: string
  },
): Promise<{ machine: string; owner: string }> {
  const { evidence, operator } = order
  assertEvidence(evidence)
  const keys = await loadInstallationKeys(db, config)
  const { sn, hash, device } = await find(db, keys, order.machine)
  if (!device) throw new OperationError('serial_number_not_imported')
  const found = await findUid(db, order.to)
  const [account] = found === undefined ? [] : await findAccount(db, { uid: found })
  if (!account) throw accountNotFound()
  if (account.status !== 'active') throw new OperationError('account_inactive')
  const [registered] = await findRegistered(db, { hash })
  const [state] = await findMachineState(db, { machine: registered?.machine ?? '' })
  if (isOwned(state)) throw new OperationError('machine_owned')
  const { uid } = account
  const ownership = state?.ownership ?? '0'
  return withApproval(
    db,
    {
      operation: 'machine assign',
      parameters: { sn, uid, evidence, ownership },
      summary: `assign the machine …${sn.slice(-6)} to ${uid}, evidence ${evidence}`,
      details: `SN ${sn}`,
      operator,
    },
    async (tx, { id: approval, decidedBy }) => {
      const detail = { evidence, approval, confirmedBy: decidedBy ?? '' }
      const { line } = device
      const machine = await assign(
        tx,
        mailOf(db, keys),
        { uid, sn, hash, line, ownership },
        { operator, detail },
      )
      if (machine === undefined) throw changedMeanwhile()
      return { machine, owner: uid }
    },
  )
}

/** How many machines `distrustMachines` would change. */
export async function countTrustedMachines(
  db: Database,
  which: { readonly line: string; readonly version: number },
): Promise<number> {
  return (await countTrusted(db, which))[0]?.count ?? 0
}

/**
 * Refuses client keys, codes and cards of machines whose keys may be copied: claims go to an operator. Roles and passes go on. Throws an
 * OperationError.
 */
export async function distrustMachines(
  db: Database,
  order: {
    readonly which: { readonly sn: string } | { readonly line: string; readonly version: number }
    readonly operator: string
  },
): Promise<{ distrusted: number }> {
  const { which, operator } = order
  if ('sn' in which && serialNumberError(which.sn)) throw new OperationError('serial_number_invalid')
  return db.transaction(async tx => {
    const rows =
      'sn' in which
        ? await distrustDevice(tx, { sn: normalizeSerialNumber(which.sn) })
        : await distrustVersion(tx, which)
    const named = 'sn' in which ? { sn: `…${which.sn.slice(-4)}` } : which
    const detail = { ...named, machines: rows.length }
    await writeAudit(tx, { event: 'machine.distrust', outcome: 'ok', operator, detail })
    return { distrusted: rows.length }
  })
}

/** All passes of a machine end, and a machine whose time runs ahead takes the time of the next pass. Throws an OperationError. */
export async function renewMachine(
  { db, config }: OperationTarget,
  order: { readonly machine: string; readonly operator: string },
): Promise<{ machine: string }> {
  const { machine } = await find(db, await loadInstallationKeys(db, config), order.machine)
  if (!machine || !isOwned(machine)) throw new OperationError('machine_unowned')
  await db.transaction(async tx => {
    if (!(await renew(tx, machine, { operator: order.operator, detail: {} }))) throw changedMeanwhile()
  })
  return { machine: machine.id }
}

/**
 * New keys for the replaced board of a machine: those before, its card and its passes end. The new card counts for one claim of a machine
 * without owner. Throws an OperationError.
 */
export async function reissueMachine(
  { db, config }: OperationTarget,
  order: { readonly sn: string; readonly operator: string },
): Promise<ProvisionedMachine> {
  const keys = await loadInstallationKeys(db, config)
  const { sn, machine } = await find(db, keys, order.sn)
  await db.transaction(async tx => {
    const [raised] = await raiseGeneration(tx, { sn })
    if (!raised) throw new OperationError('serial_number_not_imported')
    const detail = { sn: `…${sn.slice(-4)}`, generation: raised.generation }
    await writeAudit(tx, { event: 'device.reissue', outcome: 'ok', operator: order.operator, detail })
  })
  const made = await provisionMachine(db, keys, { sn, operator: order.operator })
  if (machine && made.card !== null)
    await renewCard(db, { machine: machine.id, card: hashRenewedCard(keys, sn, made.card) })
  return made
}
