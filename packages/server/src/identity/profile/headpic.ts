/** Avatars: uploaded, adopted, cleared, swept (S-108 to S-111). */
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { drawHeadpic } from './draw-headpic.ts'
import { adoptHeadpic, deleteHeadpic, findHeadpic, findOrphans, insertHeadpic } from './headpic-store.ts'

export interface HeadpicDependencies {
  readonly db: Queryable
  readonly files: FileStore
  readonly limiter: Limiter
  readonly publicUrl: () => URL
}

export const HEADPIC_PATH = '/files/headpic/'
export const HEADPIC_MEDIA_TYPE = 'image/webp'
const NAME = /^[\w-]{16}\.webp$/
const UPLOADS_PER_HOUR = { limit: 10, seconds: 3600 }
const SWEEP_MAX = 500

export const isHeadpicName = (name: string): boolean => NAME.test(name)
export const headpicStorageKey = (name: string): string => `headpic/${name}`

/** The address of an avatar as apps on any origin use it; '' for none. */
export const headpicUrl = (publicUrl: URL, name: string): string =>
  name === '' ? '' : new URL(HEADPIC_PATH + name, publicUrl).href

export function createHeadpic({ db, files, limiter, publicUrl }: HeadpicDependencies) {
  const drop = async (uid: string, name: string): Promise<void> => {
    await files.remove(headpicStorageKey(name))
    await deleteHeadpic(db, uid, name)
  }

  return {
    /** Keeps a picture for its account; it is shown nowhere until adopted. */
    async upload(uid: string, bytes: Buffer): Promise<{ headpic: string }> {
      await limiter.take({ key: `headpic:${uid}`, ...UPLOADS_PER_HOUR })
      const picture = await drawHeadpic(bytes)
      const name = `${randomHandle()}.webp`
      // The row first: a file without one would never be found again.
      await insertHeadpic(db, uid, name)
      await files.put(headpicStorageKey(name), picture, HEADPIC_MEDIA_TYPE)
      // An account erased meanwhile took the row with it, before there was a file to remove.
      const [kept] = await findHeadpic(db, uid, name)
      if (!kept) {
        await files.remove(headpicStorageKey(name))
        throw new ApiError('expired_login')
      }
      return { headpic: headpicUrl(publicUrl(), name) }
    },

    /** Takes only the address of an own upload (S-110); '' clears. Throws 'file_type' for anything else. */
    async adopt(uid: string, address: string): Promise<{ headpic: string }> {
      const name = address === '' ? '' : (address.split('/').at(-1) ?? '')
      const own = name === '' ? '' : headpicUrl(publicUrl(), name)
      if (address !== '' && (!isHeadpicName(name) || (address !== own && address !== HEADPIC_PATH + name)))
        throw new ApiError('file_type')
      const [adopted] = await adoptHeadpic(db, uid, name)
      if (!adopted) throw new ApiError('file_type')
      if (adopted.before !== '' && adopted.before !== name) await drop(uid, adopted.before)
      return { headpic: own }
    },

    read: (name: string): Promise<Buffer | undefined> => files.get(headpicStorageKey(name)),

    /** Removes uploads that nobody adopted within a day. */
    async sweep(): Promise<number> {
      const orphans = await findOrphans(db, SWEEP_MAX)
      for (const { uid, name } of orphans) await drop(uid, name)
      return orphans.length
    },
  }
}

export type Headpic = ReturnType<typeof createHeadpic>
