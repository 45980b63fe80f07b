import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { DEFAULT_BRAND, loadBrands } from '@kerf/brands/registry'
import { findAccount, writeArchive } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { CommandError } from '../input/command-error.ts'
import { accountNotFound, findUid } from './find-account.ts'
import type { OperationTarget } from './notify-account.ts'

/**
 * Writes everything stored about an account of either kind into a new ZIP file that only the system user can read, as the
 * owner's own download has it. `who`: see `findUid`. Throws an OperationError.
 */
export async function exportUser(
  { db, config }: OperationTarget,
  who: string,
  file: string,
  operator: string,
): Promise<{ uid: string; bytes: number }> {
  const found = await findUid(db, who)
  const [account] = found === undefined ? [] : await findAccount(db, { uid: found })
  if (!account) throw accountNotFound()
  const { uid, lang } = account
  const brand = (await loadBrands()).get(DEFAULT_BRAND)
  if (!brand) throw new Error(`brand ${DEFAULT_BRAND} is missing`)
  const files = await openFileStore(config.fileStore)
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await new Promise((resolve, reject) => output.once('open', resolve).once('error', reject)).catch(
    (error: NodeJS.ErrnoException) => {
      throw new CommandError(`${file} cannot be created: ${error.code ?? error.message}.`)
    },
  )
  await writeAudit(db, { event: 'user.export', outcome: 'ok', uid, operator })
  try {
    await pipeline(writeArchive({ db, files }, { uid, lang, brand, timeZone: '' }), output)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return { uid, bytes: (await stat(file)).size }
}
