/** Backups that the server makes by itself (BACKUP_TO): one in each period, and none older than the retention. */

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import type { Config } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { type BackupPlace, openBackupPlace } from '../../platform/files/backup-place.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { IsTimeTrusted } from '../../platform/jobs/clock-guard.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { COMMAND_TIMEOUTS } from '../installation/open-installation.ts'
import { writeBackup } from './create-backup.ts'

export interface ScheduledBackupOptions {
  readonly config: Pick<Config, 'backups' | 'dataDir' | 'deployment'>
  /** address of the database for its owner */
  readonly ownerUrl: string
  readonly files: FileStore
  /** 32 bytes */
  readonly masterKey: Buffer
  /** whether the time may decide what has expired */
  readonly isTimeTrusted: IsTimeTrusted
  readonly log: JobLog
  /** unix milliseconds, default Date.now */
  readonly now?: () => number
}

export interface ScheduledBackups {
  /** Makes the backup of this period if there is none yet, and removes expired ones while the time is not doubtful. Must not run twice at once. */
  run(): Promise<void>
}

const NAME = /^kerf-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.kerf$/
const HOUR_MS = HOUR_SECONDS * 1_000
/** Periods of a day begin at 03:00 UTC. */
const FIRST_HOUR = 3
const OPERATOR = 'server'
const DRAFT = 'scheduled-backup.kerf'

const nameAt = (ms: number): string => `kerf-${new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')}.kerf`

/** When the backup `name` was made, in unix milliseconds; undefined for a file that the server did not make. */
function timeOf(name: string): number | undefined {
  const [, ...parts] = NAME.exec(name) ?? []
  const [year, month, day, hour, minute, second] = parts.map(Number)
  return year === undefined ? undefined : Date.UTC(year, (month ?? 1) - 1, day, hour, minute, second)
}

const periodStart = (ms: number, hours: number): number => {
  const offset = FIRST_HOUR * HOUR_MS
  const period = hours * HOUR_MS
  return Math.floor((ms - offset) / period) * period + offset
}

/** Drafts of a server that was killed. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(DRAFT)) await rm(join(folder, name), { force: true })
}

async function makeBackup(options: ScheduledBackupOptions, place: BackupPlace, at: number): Promise<void> {
  const { config, ownerUrl, files, masterKey, log } = options
  const draft = join(config.dataDir, DRAFT)
  const name = nameAt(at)
  const start = performance.now()
  await removeDrafts(config.dataDir)
  const db = await openDatabase({ url: ownerUrl, poolSize: 2, onError: () => undefined, ...COMMAND_TIMEOUTS })
  try {
    const source = { db, files, masterKey, deployment: config.deployment, operator: OPERATOR }
    // First on this machine: a slow network must not keep the snapshot of the database open.
    const { bytes, missing } = await writeBackup(source, draft)
    await place.put(name, draft)
    const seconds = Math.round((performance.now() - start) / 1_000)
    log.info({ name, bytes, seconds, ...(missing > 0 && { missing }) }, 'backup made')
  } finally {
    await db.close()
    await removeDrafts(config.dataDir)
  }
}

/** `onNewest` receives the time of the newest backup, in unix seconds, whenever it is known. */
export function createScheduledBackups(
  options: ScheduledBackupOptions,
  onNewest: (at: number) => void,
): ScheduledBackups {
  const { config, now = Date.now, log } = options
  return {
    async run() {
      if (config.backups === undefined) return
      const { to, hours, days } = config.backups
      const place = await openBackupPlace(to)
      const times = new Map(
        (await place.list()).flatMap(name => {
          const time = timeOf(name)
          return time === undefined ? [] : [[name, time] as const]
        }),
      )
      let newest = Math.max(0, ...times.values())
      if (newest > 0) onNewest(newest / 1_000)
      const at = Math.floor(now() / 1_000) * 1_000
      if (newest < periodStart(at, hours)) {
        await makeBackup(options, place, at)
        newest = at
        onNewest(at / 1_000)
      }
      if (!(await options.isTimeTrusted())) return
      for (const [name, time] of times) {
        // The newest stays in any case: after weeks of failures it is the only one.
        if (time >= at - days * 24 * HOUR_MS || time === newest) continue
        await place.remove(name)
        log.info({ name }, 'expired backup removed')
      }
    },
  }
}
