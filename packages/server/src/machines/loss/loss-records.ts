/**
 * Records of rights on machines that have ended, beside the uploaded files, as those of deleted accounts are. Otherwise a restored
 * backup would let removed people and former owners in again (docs/machines.md). Each record proves that this installation wrote it.
 */
import { timingSafeEqual } from 'node:crypto'
import { DAY_SECONDS } from '@kerf/contract/limits'
import { PASS_DAYS_MAX } from '@kerf/contract/machines/passes'
import type { Task } from 'graphile-worker'
import * as v from 'valibot'
import type { ErasureRecordStore } from '../../identity/index.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import { endAllRoles } from '../claim/change-owner.ts'
import {
  assumePasses,
  findLoss,
  LOSS_PAGE,
  listLossesAfter,
  type MachineLoss,
  repeatEnd,
  repeatListing,
  repeatRemoval,
  repeatRights,
} from '../machine/loss-store.ts'
import { findMachineState, isOwned, unlinkAccount } from '../machine/machine-store.ts'
import { listAdmins, lockWorkshop } from '../machine/workshop-rights-store.ts'
import { renewPasses } from '../passes/renew-passes.ts'
import { deleteAllActs } from '../sharing/act-store.ts'
import { barAccount, withdrawAllInvitations, withdrawAllTransfers } from '../sharing/sharing-store.ts'
import {
  barFromWorkshop,
  deleteAdmins,
  endWorkshopsWithoutAdmin,
  repeatMemberLoss,
  setWorkshopEnded,
  unlinkWorkshop,
} from '../workshops/workshop-store.ts'

export const MISSING_LOSS_RECORDS_JOB = 'keep_machine_losses'
const FOLDER = 'machine-losses'
const FILE_NAME = /^[mw]_[\w-]{22}-[\w-]{16}\.json$/
/** Records that are read at once. */
const BATCH_SIZE = 50

/** `key`: `keys.erasure`; the label keeps proofs of losses and of deletions apart. */
export type LossRecordStore = ErasureRecordStore

const text = v.string()
const StoredLoss = v.object({
  machine: text,
  id: text,
  uid: v.nullable(text),
  member: v.nullable(v.number()),
  ownership: v.pipe(text, v.regex(/^\d{1,18}$/)),
  rights: v.pipe(text, v.regex(/^\d{1,18}$/)),
  at: v.number(),
  proof: text,
})

const createProof = ({ key, deployment }: LossRecordStore, loss: MachineLoss): Buffer =>
  keyedHash(
    key,
    'machine loss',
    deployment,
    ...[
      loss.machine,
      loss.id,
      loss.uid ?? '',
      String(loss.member),
      loss.ownership,
      loss.rights,
      String(loss.at),
    ],
  )

const nameOf = ({ machine, id }: Pick<MachineLoss, 'machine' | 'id'>): string => `${machine}-${id}.json`

async function writeRecord(store: LossRecordStore, loss: MachineLoss): Promise<void> {
  const record = { ...loss, proof: createProof(store, loss).toString('base64url') }
  await store.files.put(`${FOLDER}/${nameOf(loss)}`, Buffer.from(JSON.stringify(record)), 'application/json')
}

export const writeLossRecordTask =
  (db: Database, store: LossRecordStore): Task =>
  async payload => {
    const [loss] = await findLoss(db, payload as { machine: string; id: string })
    // An attacker who can only queue jobs must not get a proof for a right that still exists.
    if (loss) await writeRecord(store, loss)
  }

/** Returns the number of written records. */
export async function writeMissingLossRecords(db: Queryable, store: LossRecordStore): Promise<number> {
  const recorded = new Set(await store.files.list(FOLDER))
  let written = 0
  for (let after = { machine: '', id: '' }; ; ) {
    const page = await listLossesAfter(db, after)
    for (const loss of page.filter(one => !recorded.has(nameOf(one)))) {
      await writeRecord(store, loss)
      written++
    }
    const last = page.at(-1)
    if (last === undefined || page.length < LOSS_PAGE) return written
    after = { machine: last.machine, id: last.id }
  }
}

export const writeMissingLossRecordsTask =
  (db: Database, store: LossRecordStore): Task =>
  async () => {
    await writeMissingLossRecords(db, store)
  }

/** Returns undefined for a record whose proof is wrong. */
async function readRecord(store: LossRecordStore, name: string): Promise<MachineLoss | undefined> {
  const bytes = await store.files.get(`${FOLDER}/${name}`)
  let content: unknown
  try {
    content = JSON.parse(bytes?.toString() ?? '')
  } catch {
    return undefined
  }
  const { success, output } = v.safeParse(StoredLoss, content)
  if (!success) return undefined
  const { proof: written, ...loss } = output
  const proof = Buffer.from(written, 'base64url')
  const expected = createProof(store, loss)
  const isProven = proof.length === expected.length && timingSafeEqual(proof, expected)
  return isProven && nameOf(loss) === name ? loss : undefined
}

/** `member` null: the workshop was dissolved and has no admin any more. Records of its machines end the rights of people on them. */
async function repeatWorkshopLoss(
  tx: Queryable,
  { machine: workshop, uid, member, at }: MachineLoss,
): Promise<boolean> {
  if (uid !== null && member !== null) {
    const [removed] = await repeatMemberLoss(tx, { workshop, uid, member, at })
    if (!removed) return false
    await unlinkWorkshop(tx, { workshop, uid })
    await barFromWorkshop(tx, { workshop, uid })
    return true
  }
  const [existing] = await lockWorkshop(tx, { workshop })
  if (!existing || existing.ended) return false
  for (const admin of await listAdmins(tx, { workshop }))
    await unlinkWorkshop(tx, { workshop, uid: admin.uid })
  await deleteAdmins(tx, { workshop })
  await setWorkshopEnded(tx, { workshop })
  return true
}

/** Returns whether the right existed. */
async function repeatEndOfOwnership(tx: Queryable, loss: MachineLoss): Promise<boolean> {
  const { machine, ownership, rights } = loss
  if (machine.startsWith('w_')) return repeatWorkshopLoss(tx, loss)
  const [state] = await findMachineState(tx, { machine })
  const [ended] = await repeatEnd(tx, { machine, ownership, rights })
  if (ended) await endAllRoles(tx, { machine, former: state?.workshop ?? null })
  return ended !== undefined
}

interface PersonLoss extends MachineLoss {
  readonly uid: string
  readonly member: number
}

const isOfPerson = (loss: MachineLoss): loss is PersonLoss =>
  !loss.machine.startsWith('w_') && loss.uid !== null && loss.member !== null

/** Returns whether the role existed. */
async function repeatEndOfRole(tx: Queryable, loss: PersonLoss): Promise<boolean> {
  const { machine, uid, member, ownership, rights, at } = loss
  const [removed] = await repeatRemoval(tx, { machine, uid, member, ownership })
  await repeatListing(tx, { machine, member, ownership, end: at + PASS_DAYS_MAX * DAY_SECONDS })
  await repeatRights(tx, { machine, rights, member })
  const [state] = await findMachineState(tx, { machine })
  // Machines may have seen the higher number of a renewal after the backup: they would refuse all later passes.
  if (state && isOwned(state) && BigInt(state.ownership) < BigInt(ownership))
    await renewPasses(tx, { machine, ownership: state.ownership, above: ownership })
  if (!removed) return false
  await barAccount(tx, { machine, uid })
  await unlinkAccount(tx, { uid, machine })
  return true
}

export interface ReplayedLosses {
  /** number of rights that existed in the backup and that a record ended */
  readonly ended: number
  /** number of records that were ignored because their proof is wrong */
  readonly unproven: number
}

/** Call it before erasures and losses are repeated, so that later passes list everybody whom these remove. */
export const assumeLostPasses = async (tx: Queryable): Promise<void> => {
  await assumePasses(tx, { days: PASS_DAYS_MAX })
}

/** Transfers, invitations and started acts may have been withdrawn after the backup, so none of them stays open in the restored database. */
async function withdrawOffers(tx: Queryable): Promise<void> {
  await deleteAllActs(tx)
  await withdrawAllTransfers(tx)
  await withdrawAllInvitations(tx)
}

/** Ends the recorded rights in a restored database. Idempotent. */
export async function replayLosses(tx: Queryable, store: LossRecordStore): Promise<ReplayedLosses> {
  const names = (await store.files.list(FOLDER)).filter(name => FILE_NAME.test(name))
  let [ended, unproven] = [0, 0]
  const losses: PersonLoss[] = []
  for (let at = 0; at < names.length; at += BATCH_SIZE) {
    const batch = names.slice(at, at + BATCH_SIZE)
    for (const loss of await Promise.all(batch.map(name => readRecord(store, name)))) {
      if (!loss) unproven++
      else if (isOfPerson(loss)) losses.push(loss)
      else if (await repeatEndOfOwnership(tx, loss)) ended++
    }
  }
  // After ownerships have ended, because a renewal must give a higher number than they did.
  for (const loss of losses) if (await repeatEndOfRole(tx, loss)) ended++
  // A workshop has no admin if the last one was deleted, or left it to somebody who joined after the backup. A job of the servers finishes it.
  ended += (await endWorkshopsWithoutAdmin(tx)).length
  await withdrawOffers(tx)
  return { ended, unproven }
}
