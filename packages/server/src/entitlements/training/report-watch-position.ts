/** Stores the position of the player, which reports it every few seconds, and credits the time that was watched. */
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { creditWatchedTime } from './seek-block.ts'
import {
  findAccountProgress,
  findVisitorProgress,
  type ProgressChange,
  saveAccountProgress,
  saveVisitorProgress,
  type WatchProgress,
} from './watch-session-store.ts'
import { isVisitorSession, requireLearner, type Viewer } from './watch-viewer.ts'

/** Reports of one session do not run in parallel, unless somebody tries to be credited twice. */
const ATTEMPTS_MAX = 5

interface ProgressAccess {
  find(): Promise<WatchProgress[]>
  save(change: Omit<ProgressChange, 'id'>): Promise<{ furthest: number }[]>
}

async function creditReport({ find, save }: ProgressAccess, position: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const [progress] = await find()
    if (!progress) throw new ApiError('expired')
    const { beat_at: beatAt, read_at: readAt } = progress
    const [saved] = await save({ ...creditWatchedTime({ ...progress, position }), beatAt, readAt })
    if (saved) return saved.furthest
    if (attempt === ATTEMPTS_MAX) return progress.furthest
  }
}

export const createReportWatchPosition =
  (db: Database) =>
  /**
   * Returns the position up to which the video is proven watched. Throws `expired` for a session that has ended, and
   * 'expired_login', 'authority', 'restricted'.
   */
  async (viewer: Viewer, id: string, position: number): Promise<number> => {
    if (isVisitorSession(id)) {
      if (viewer.cookie === undefined) throw new ApiError('expired')
      const hash = sha256(viewer.cookie)
      return creditReport(
        {
          find: () => findVisitorProgress(db, { hash, id }),
          save: change => saveVisitorProgress(db, { ...change, hash, id }),
        },
        position,
      )
    }
    const uid = await requireLearner(viewer)
    return creditReport(
      {
        find: () => findAccountProgress(db, { uid, id }),
        save: change => saveAccountProgress(db, { ...change, uid, id }),
      },
      position,
    )
  }

export type ReportWatchPosition = ReturnType<typeof createReportWatchPosition>
