/** Avatars: upload, adoption and sweep of unused uploads (S-108 to S-111). `picture-process.ts` makes them 512 px wide. */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { publishAccountUpdated } from '../../outbound/webhook/publish-account-event.ts'
import type { Caller } from '../../platform/audit/caller.ts'
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import { isOverLimit } from '../../platform/limits/rate-limiter.ts'
import type { PlatformServices } from '../../platform/services.ts'
import {
  deleteHeadpic,
  deleteUnusedHeadpic,
  findHeadpic,
  insertHeadpic,
  listUnusedHeadpics,
  listUsedHeadpics,
  markHeadpicsUsed,
  markHeadpicUse,
  updateHeadpic,
} from './headpic-store.ts'
import { type PictureDecoder, PictureStoppedError } from './picture-decoder.ts'
import { TURN_TIMEOUT_MS } from './picture-timeouts.ts'

export interface HeadpicDependencies extends Pick<PlatformServices, 'db' | 'limiter' | 'publicUrl'> {
  readonly files: FileStore
  readonly decoder: Pick<PictureDecoder, 'draw'>
}

export const HEADPIC_PATH = '/files/headpic/'
export const HEADPIC_MEDIA_TYPE = 'image/webp'
const NAME = /^[\w-]{16}\.webp$/
const UPLOADS_PER_HOUR = { limit: 10, seconds: HOUR_SECONDS }
/** A picture that had to be stopped counts as so many uploads of the account. */
const STOPPED_COST = 5
/** Of all accounts in a network. Past it, the network's pictures are not decoded for the rest of the hour. */
const STOPPED_PER_HOUR = { limit: 6, seconds: HOUR_SECONDS }
const SWEEP_BATCH = 500
/** The rest waits for the next hour. */
const SWEEP_BATCHES_MAX = 20

function ignoreOverLimit(error: unknown): void {
  if (!isOverLimit(error)) throw error
}

export const isHeadpicName = (name: string): boolean => NAME.test(name)
export const headpicStorageKey = (name: string): string => `headpic/${name}`

/** Absolute URL of an avatar, for apps on any origin; '' for none. */
export const headpicUrl = (publicUrl: URL, name: string): string =>
  name === '' ? '' : new URL(HEADPIC_PATH + name, publicUrl).href

export function createHeadpic({ db, files, limiter, publicUrl, decoder }: HeadpicDependencies) {
  // One picture of a network at a time: hostile ones of several accounts must not occupy every decoder.
  const turns = new KeyedMutex(TURN_TIMEOUT_MS)

  const remove = async (uid: string, name: string): Promise<void> => {
    await files.remove(headpicStorageKey(name))
    await deleteHeadpic(db, { uid, name })
  }

  return {
    /** Stores a picture without showing it. Returns the URL to adopt. Throws `too_many_requests`, `file_type`, `file_size`. */
    async upload(uid: string, bytes: Buffer, caller: Caller): Promise<{ headpic: string }> {
      const ofAccount = { key: `headpic:${uid}`, ...UPLOADS_PER_HOUR }
      const ofNetwork = addressLimits('headpic-stopped', caller, STOPPED_PER_HOUR)
      await limiter.consume(ofAccount, ...ofNetwork.map(limit => ({ ...limit, cost: 0 })))
      const network = caller.aggregateKey ?? caller.limitKey
      const picture = await turns
        .runExclusive(network, () => decoder.draw(bytes))
        .catch(async (error: unknown) => {
          if (error instanceof PictureStoppedError)
            await limiter
              .consume({ ...ofAccount, cost: STOPPED_COST - 1 }, ...ofNetwork)
              .catch(ignoreOverLimit)
          throw error
        })
      const name = `${randomHandle()}.webp`
      // The row comes first: the sweep could not find a file without a row.
      await insertHeadpic(db, { uid, name })
      await files.put(headpicStorageKey(name), picture, HEADPIC_MEDIA_TYPE)
      // A concurrent erasure may have removed the row before the file existed.
      const [row] = await findHeadpic(db, { uid, name })
      if (!row) {
        await files.remove(headpicStorageKey(name))
        throw new ApiError('expired_login')
      }
      return { headpic: headpicUrl(publicUrl(), name) }
    },

    /** Accepts only the URL of the account's own upload (S-110); '' clears the picture. Throws `file_type`. */
    async adopt(uid: string, url: string): Promise<{ headpic: string }> {
      const name = url === '' ? '' : (url.split('/').at(-1) ?? '')
      const headpic = name === '' ? '' : headpicUrl(publicUrl(), name)
      if (url !== '' && (!isHeadpicName(name) || (url !== headpic && url !== HEADPIC_PATH + name)))
        throw new ApiError('file_type')
      const updated = await db.transaction(async tx => {
        const [row] = await updateHeadpic(tx, { uid, name })
        if (row && row.previous !== name) {
          await markHeadpicUse(tx, { uid, used: name, unused: row.previous })
          await publishAccountUpdated(tx, uid, ['headpic'])
        }
        return row
      })
      if (!updated) throw new ApiError('file_type')
      if (updated.previous !== '' && updated.previous !== name) await remove(uid, updated.previous)
      return { headpic }
    },

    read: (name: string): Promise<Buffer | undefined> => files.get(headpicStorageKey(name)),

    /** Removes uploads that were not adopted within a day. Returns their number. */
    async sweep(): Promise<number> {
      let removed = 0
      for (let batch = 0; batch < SWEEP_BATCHES_MAX; batch++) {
        const found = await listUnusedHeadpics(db, { limit: SWEEP_BATCH })
        // An account may use a picture although no server has recorded it.
        const used = await listUsedHeadpics(db, { uids: found.map(({ uid }) => uid) })
        if (used.length > 0)
          await markHeadpicsUsed(db, {
            uids: used.map(({ uid }) => uid),
            names: used.map(({ name }) => name),
          })
        const usedNames = new Set(used.map(({ name }) => name))
        for (const { uid, name } of found.filter(picture => !usedNames.has(picture.name))) {
          const [row] = await deleteUnusedHeadpic(db, { uid, name })
          if (row === undefined) continue
          // A file without a row would never be found again.
          await files.remove(headpicStorageKey(name)).catch(async (error: unknown) => {
            await insertHeadpic(db, { uid, name })
            throw error
          })
          removed++
        }
        if (found.length < SWEEP_BATCH) break
      }
      return removed
    },
  }
}

export type Headpic = ReturnType<typeof createHeadpic>
