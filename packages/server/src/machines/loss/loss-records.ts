/**
 * Records of rights on machines that have ended, beside the uploaded files, as those of deleted accounts are. Otherwise a restored
 * backup would let removed people and former owners in again (docs/machines.md). Each record proves that this installation wrote it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_SECONDS } from '@kerf/contract/limits'
import { PASS_DAYS_MAX } from '@kerf/contract/machines/passes'
import type { Task } from 'graphile-worker'
import * as v from 'valibot'
import type { ErasureRecordStore } from '../../identity/index.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import { endAllRoles } from '../claim/change-owner.ts'
import { endOwnership } from '../claim/claim-store.ts'
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
import { findMachineState, findOwnedMachine, isOwned, unlinkAccount } from '../machine/machine-store.ts'
import { listMembers, listWorkshopMachines, lockWorkshop } from '../machine/workshop-store.ts'
import { renewPasses } from '../passes/void-passes.ts'
import { deleteActsOfMember } from '../sharing/act-store.ts'
import { barAccount } from '../sharing/sharing-store.ts'
import {
  barFromWorkshop,
  DELETE_WORKSHOP,
  deleteMember,
  listWithoutAdmin,
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
    // An attacker who can queue jobs, and nothing else, must not get a proof for a right that stands.
    if (loss) await writeRecord(store, loss)
  }

/** Returns how many were written. */
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

/** Undefined for a record that proves nothing. */
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

/** `member` null: the workshop was dissolved. The records of its machines end what members may do with them. */
async function repeatWorkshopLoss(tx: Queryable, workshop: string, member: number | null): Promise<boolean> {
  if (member !== null) {
    const [removed] = await deleteMember(tx, { workshop, member })
    if (!removed) return false
    await deleteActsOfMember(tx, { workshop, member, subject: String(member) })
    await unlinkWorkshop(tx, { workshop, uid: removed.uid })
    await barFromWorkshop(tx, { workshop, uid: removed.uid })
    return true
  }
  const [existing] = await lockWorkshop(tx, { workshop })
  if (existing) await releaseWorkshop(tx, workshop)
  return existing !== undefined
}

/** Sends no email: the admins got one when it happened. A machine with a display can be claimed again; for one without, an operator makes a new card. */
async function releaseWorkshop(tx: Queryable, workshop: string): Promise<void> {
  for (const { machine } of await listWorkshopMachines(tx, { workshop })) {
    const [owned] = await findOwnedMachine(tx, { machine, workshop })
    const unusable = randomBytes(32)
    const [ended] = owned ? await endOwnership(tx, { machine, ...owned, card: unusable }) : []
    if (ended) await endAllRoles(tx, { machine, former: workshop }, ended)
  }
  for (const { uid } of await listMembers(tx, { workshop })) await unlinkWorkshop(tx, { workshop, uid })
  for (const deleteRows of DELETE_WORKSHOP) await deleteRows(tx, { workshop })
}

/** Returns whether the right existed. */
async function repeatEndOfOwnership(
  tx: Queryable,
  { machine, member, ownership, rights }: MachineLoss,
): Promise<boolean> {
  if (machine.startsWith('w_')) return repeatWorkshopLoss(tx, machine, member)
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
  /** rights that existed although a record has them as ended */
  readonly ended: number
  /** records that prove nothing: they were left out */
  readonly unproven: number
}

/** Before the erasures and the losses are repeated, so that whoever they remove is listed in later passes. */
export const assumeLostPasses = async (tx: Queryable): Promise<void> => {
  await assumePasses(tx, { days: PASS_DAYS_MAX })
}

/** Repeats in a restored database what its records have as ended. A further run changes nothing. */
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
  // After the ends of ownership: a renewal gives a higher number than theirs.
  for (const loss of losses) if (await repeatEndOfRole(tx, loss)) ended++
  // A workshop whose admin left after the backup, and whose new admin joined after it.
  for (const { workshop } of await listWithoutAdmin(tx)) {
    await releaseWorkshop(tx, workshop)
    ended++
  }
  return { ended, unproven }
}
