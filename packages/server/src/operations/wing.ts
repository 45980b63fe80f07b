/** Backups that the server makes by itself. */
import type { ScheduledBackupOptions } from './backup/scheduled-backups.ts'

/** A job, or undefined without BACKUP_TO. Its code is loaded when it first runs: most processes never make a backup. */
export const createBackupJob = (
  options: ScheduledBackupOptions,
  onNewest: (at: number) => void,
): (() => Promise<void>) | undefined =>
  options.config.backups &&
  (async () => {
    const { createScheduledBackups } = await import('./backup/scheduled-backups.ts')
    await createScheduledBackups(options, onNewest).run()
  })
