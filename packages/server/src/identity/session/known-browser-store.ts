/** Whether an account was signed in to from this browser before. */
import { type Queryable, statement } from '../../platform/db/database.ts'

const find = statement<{ known: true }, [uid: string, deviceHash: Buffer]>(
  'device.known',
  'select true as known from known_device where uid = $1 and device_hash = $2',
)

export async function isKnownBrowser(
  on: Queryable,
  uid: string,
  deviceHash: Buffer | undefined,
): Promise<boolean> {
  if (deviceHash === undefined) return false
  const [row] = await find(on, uid, deviceHash)
  return row !== undefined
}
