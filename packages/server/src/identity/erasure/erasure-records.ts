/**
 * Records of deleted accounts beside the uploaded files. A database that is restored from a backup lacks the deletions made
 * since; they are repeated from these records (S-080, P-18). Each record proves that this installation
 * wrote it: otherwise an attacker who can write into the file store could have any account erased.
 */
import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { Queryable } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import { type ErasedAccount, enqueueErasureRecord, listErasedAccounts } from './erasure-store.ts'

export const ERASURE_RECORD_JOB = 'keep_tombstone'
const FOLDER = 'deleted'
const UID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
/** Earlier versions wrote an empty file that is named by the uid and proves nothing. */
const FILE_NAME = new RegExp(`^(${UID_PATTERN})(\\.json)?$`)
/** Records that are read at once. */
const BATCH_SIZE = 50

export interface ErasureRecordStore {
  readonly files: FileStore
  /** `keys.erasure` */
  readonly key: Buffer
  /** server group: accounts of one are not those of another */
  readonly deployment: string
}

const StoredRecord = v.object({ uid: v.string(), at: v.number(), deployment: v.string(), proof: v.string() })

const createProof = ({ key, deployment }: ErasureRecordStore, { uid, at }: ErasedAccount): Buffer =>
  keyedHash(key, deployment, uid, String(at))

/** Has a job write the record once the deletion's transaction has committed. */
export const scheduleErasureRecord = (tx: Queryable, uid: string): Promise<void> =>
  enqueueErasureRecord(tx, ERASURE_RECORD_JOB, uid)

/** Writes a record, and removes that of an earlier version. Writing an existing record changes nothing. */
export async function writeErasureRecord(store: ErasureRecordStore, account: ErasedAccount): Promise<void> {
  const { uid, at } = account
  const proof = createProof(store, account).toString('base64url')
  const record = { uid, at, deployment: store.deployment, proof }
  await store.files.put(`${FOLDER}/${uid}.json`, Buffer.from(JSON.stringify(record)), 'application/json')
  await store.files.remove(`${FOLDER}/${uid}`)
}

/** uids of the records in the store, in either form. Reads no record. */
async function listFiles(files: FileStore): Promise<Set<string>> {
  const names = await files.list(FOLDER)
  return new Set(names.map(name => FILE_NAME.exec(name)?.[1]).filter(uid => uid !== undefined))
}

/** Accounts that the database has as deleted and the file store has no record of, in either form. */
export async function listMissingErasureRecords(
  db: Queryable,
  files: FileStore,
): Promise<readonly ErasedAccount[]> {
  const recorded = await listFiles(files)
  return (await listErasedAccounts(db)).filter(({ uid }) => !recorded.has(uid))
}

async function readErasureRecord(store: ErasureRecordStore, uid: string): Promise<ErasedAccount | undefined> {
  const bytes = await store.files.get(`${FOLDER}/${uid}.json`)
  let content: unknown
  try {
    content = JSON.parse(bytes?.toString() ?? '')
  } catch {
    return undefined
  }
  const { success, output } = v.safeParse(StoredRecord, content)
  if (!success || output.uid !== uid) return undefined
  const proof = Buffer.from(output.proof, 'base64url')
  const expected = createProof(store, output)
  const isProven = proof.length === expected.length && timingSafeEqual(proof, expected)
  return isProven ? { uid, at: output.at } : undefined
}

export interface ErasureRecords {
  readonly proven: readonly ErasedAccount[]
  /** uids of records of earlier versions, of other installations, and of anybody who can write files */
  readonly unproven: readonly string[]
}

/** Reads all records, in no particular order. */
export async function listErasureRecords(store: ErasureRecordStore): Promise<ErasureRecords> {
  const uids = [...(await listFiles(store.files))]
  const proven: ErasedAccount[] = []
  const unproven: string[] = []
  for (let at = 0; at < uids.length; at += BATCH_SIZE) {
    const batch = uids.slice(at, at + BATCH_SIZE)
    const records = await Promise.all(batch.map(uid => readErasureRecord(store, uid)))
    for (const [index, uid] of batch.entries()) {
      const record = records[index]
      if (record) proven.push(record)
      else unproven.push(uid)
    }
  }
  return { proven, unproven }
}

/**
 * Writes the records that are missing, have the form of an earlier version or prove nothing, of all accounts that the
 * database has as deleted. Returns how many were written.
 */
export async function writeMissingErasureRecords(db: Queryable, store: ErasureRecordStore): Promise<number> {
  const recorded = new Set((await listErasureRecords(store)).proven.map(({ uid }) => uid))
  const missing = (await listErasedAccounts(db)).filter(({ uid }) => !recorded.has(uid))
  for (const account of missing) await writeErasureRecord(store, account)
  return missing.length
}
