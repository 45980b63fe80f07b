/** The picture of an app on the screens where people decide about it. */

import { createPictureDecoder, deleteLogo, findApp, setLogo } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { OperationError } from '../input/operation-error.ts'

/** Nobody waits for a call: an overloaded machine only takes longer. */
const PICTURE_TIMEOUT_MS = 120_000

/** Checked and drawn again as an uploaded avatar is. Throws an OperationError. */
async function drawLogo(bytes: Buffer): Promise<Buffer> {
  const decoder = createPictureDecoder(PICTURE_TIMEOUT_MS)
  try {
    return await decoder.draw(bytes)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new OperationError('app_logo_invalid')
  } finally {
    decoder.stop()
  }
}

/** Replaces the picture; null removes it. Throws an OperationError. */
export async function setAppLogo(
  db: Database,
  change: { readonly clientId: string; readonly picture: Buffer | null; readonly operator: string },
): Promise<{ clientId: string; logo: boolean }> {
  const { clientId, operator } = change
  const picture = change.picture && (await drawLogo(change.picture))
  await db.transaction(async tx => {
    const [app] = await findApp(tx, { clientId })
    if (!app) throw new OperationError('app_unknown', { clientId })
    if (picture) await setLogo(tx, { clientId, name: `${randomHandle()}.webp`, picture })
    else await deleteLogo(tx, { clientId })
    const detail = { clientId, logo: picture !== null }
    await writeAudit(tx, { event: 'app.logo', outcome: 'ok', operator, detail })
  })
  return { clientId, logo: picture !== null }
}
