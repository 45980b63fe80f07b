/** What the server runs of operations by itself: backups, merges of accounts, and the answers to the console's process. */
import type { AddressInfo } from 'node:net'
import type { Config } from '../platform/config/config.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { errorLogFields } from '../platform/errors/log-fields.ts'
import type { Keys } from '../platform/keys/keys.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { ScheduledBackupOptions } from './backup/scheduled-backups.ts'
import { countOperatorAlerts } from './operator/operator-store.ts'

export { removeDevelopmentOperators } from './operator/development-operators.ts'

const ALERTS = ['operator.break_glass', 'operator.browsing'] as const
const ALERTS_INTERVAL_MS = 60_000

/**
 * Counts uses of break-glass and tries to browse of the last hour, also those while no server ran: `kerf_operator_alerts`. A database
 * that is away leaves the numbers as they were.
 */
export function monitorOperators(db: Database, { addGauge }: Pick<Metrics, 'addGauge'>): { stop(): void } {
  const counts = new Map<string, number>()
  const read = async (): Promise<void> => {
    const rows = await countOperatorAlerts(db)
    for (const event of ALERTS) counts.set(event, rows.find(row => row.event === event)?.count ?? 0)
  }
  const poll = (): void => void read().catch(() => undefined)
  const timer = setInterval(poll, ALERTS_INTERVAL_MS).unref()
  poll()
  addGauge({
    name: 'kerf_operator_alerts',
    help: 'Events of operators within the last hour that somebody should look at.',
    labelNames: ['event'],
    aggregator: 'max',
    read: () => ALERTS.map(event => ({ labels: { event }, value: counts.get(event) ?? 0 })),
  })
  return { stop: () => clearInterval(timer) }
}

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

export interface ConsoleApi {
  readonly port: number
  close(): Promise<void>
}

export interface ConsoleApiSettings {
  readonly config: Config
  readonly ownerUrl: string
  readonly keys: Keys
  /** development only: an invitation for the browser that opens the console first */
  readonly findDemoInvitation?: (() => Promise<string | undefined>) | undefined
  readonly log: {
    error(details: object, message: string): void
    warn(details: object, message: string): void
  }
}

const LOOPBACK = '127.0.0.1'
const CONSOLE_API_PORT = 8091
const POOL_SIZE = 4
/** The console's process waits a minute for an answer. */
const CALL_TIMEOUT_MS = 60_000
const CALL_TIMEOUTS = {
  settings: [
    `statement_timeout=${CALL_TIMEOUT_MS}`,
    `idle_in_transaction_session_timeout=${CALL_TIMEOUT_MS}`,
  ],
  queryTimeoutMs: CALL_TIMEOUT_MS + 5_000,
}

/** Answers the console's process. undefined: there is no console. Its code is loaded here: most processes have none. */
export async function startConsoleApi({
  config,
  ownerUrl,
  keys,
  findDemoInvitation,
  log,
}: ConsoleApiSettings): Promise<ConsoleApi | undefined> {
  const { consoleOrigin, consoleApi, production } = config
  if (consoleOrigin === undefined) return undefined
  const { buildConsoleApi } = await import('./console/console-routes.ts')
  const onError = (error: Error): void => log.warn({ error: error.name }, 'database connection lost')
  const db = await openDatabase({ url: ownerUrl, poolSize: POOL_SIZE, onError, ...CALL_TIMEOUTS })
  const http = buildConsoleApi({
    target: { db, config, keys },
    at: () => ({ origin: consoleOrigin, host: new URL(consoleOrigin).host }),
    findDemoInvitation,
    log: {
      error: ({ err, ...details }, message) => log.error({ ...details, ...errorLogFields(err) }, message),
    },
  })
  await http.listen({
    host: consoleApi?.host ?? LOOPBACK,
    port: consoleApi?.port ?? (production ? CONSOLE_API_PORT : 0),
  })
  return {
    port: (http.server.address() as AddressInfo).port,
    async close() {
      await http.close()
      await db.close()
    },
  }
}
export { MERGE_ACCOUNTS_JOB, mergeAccountsTask } from './account/merge/run-merge.ts'
export { SWEEP_OPERATORS_JOB, sweepOperatorsTask } from './operator/sweep-operators.ts'
