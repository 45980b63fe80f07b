/** Brings a recovered database in line with the file store: erases deleted accounts and removes pictures without an owner. */
import {
  type ErasureRecordStore,
  eraseAccount,
  headpicStorageKey,
  isHeadpicName,
  listErasureRecords,
} from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { removeFilesLater } from '../../platform/files/remove-files-later.ts'
import { type ExistingAccount, findExistingAccounts, findPictures } from './backup-store.ts'

/** Names in one query and one job. */
const BATCH_SIZE = 500
/** Accounts that a message names. */
const NAMED_ACCOUNTS_MAX = 20

export interface ErasureReplay {
  /** records in the file store that prove who wrote them */
  readonly deletions: number
  /** accounts that exist although such a record has them as deleted */
  readonly accounts: readonly ExistingAccount[]
  /** accounts that exist and have only a record without a proof */
  readonly unproven: readonly ExistingAccount[]
}

/** Compares the records with the database. Changes nothing. */
export async function planErasures(on: Queryable, store: ErasureRecordStore): Promise<ErasureReplay> {
  const { proven, unproven } = await listErasureRecords(store)
  return {
    deletions: proven.length,
    accounts: await findExisting(
      on,
      proven.map(({ uid }) => uid),
    ),
    unproven: await findExisting(on, unproven),
  }
}

async function findExisting(on: Queryable, uids: readonly string[]): Promise<ExistingAccount[]> {
  const found: ExistingAccount[] = []
  for (let at = 0; at < uids.length; at += BATCH_SIZE)
    found.push(...(await findExistingAccounts(on, { uids: uids.slice(at, at + BATCH_SIZE) })))
  return found
}

/** Names accounts without personal data: `kerf user show` tells whose they are, and is audited. */
export function nameAccounts(accounts: readonly ExistingAccount[]): string {
  const named = accounts
    .slice(0, NAMED_ACCOUNTS_MAX)
    .map(({ uid, kind, createdAt }) => `${uid} (${kind}, of ${createdAt})`)
  const more = accounts.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/** The reason for a refusal; undefined if every record of an existing account is proven. */
export const describeUnproven = ({ unproven }: ErasureReplay): string | undefined =>
  unproven.length === 0
    ? undefined
    : `FILE_STORE has erasure records without a valid proof for ${unproven.length} accounts that exist: ${nameAccounts(unproven)}. ` +
      'They were written by a version before these proofs, under another DEPLOYMENT, by another installation, or by somebody else. ' +
      'Look at the accounts; then remove the files of those that must stay from the folder "deleted", and repeat with --accept-unproven for the others.'

/** Erases the accounts again (S-080). Returns how many had to be erased. */
export async function eraseAccounts(tx: Queryable, accounts: readonly ExistingAccount[]): Promise<number> {
  let erased = 0
  for (const { uid } of accounts) if (await eraseAccount(tx, uid)) erased++
  return erased
}

/**
 * Schedules the removal of pictures that were uploaded in the lost time: without a row no deletion would ever reach them.
 * An upload writes its row before its file, so a picture whose upload is in progress has a row.
 */
export async function removeStrayPictures(tx: Queryable, files: FileStore): Promise<void> {
  const stored = (await files.list('headpic')).filter(isHeadpicName)
  for (let at = 0; at < stored.length; at += BATCH_SIZE) {
    const names = stored.slice(at, at + BATCH_SIZE)
    const used = new Set((await findPictures(tx, { names })).map(({ name }) => name))
    await removeFilesLater(tx, names.filter(name => !used.has(name)).map(headpicStorageKey))
  }
}
