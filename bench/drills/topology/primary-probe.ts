/** Writes to each member of Patroni itself, around all proxies, and finds moments at which two of them acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

interface Probe {
  readonly timeline: number
  readonly sent: number
  readonly acknowledged: number
}

const INTERVAL_MS = 100
const TIMEOUT_MS = 2_000

export interface PrimaryProbe {
  /** Number of writes that an older timeline acknowledged although a newer one had acknowledged before they were sent. */
  stop(): Promise<{ probes: number; conflicts: number }>
}

/** `urls`: of the members, as the owner. Creates the table of the probe. */
export async function startPrimaryProbe(primaryUrl: string, urls: readonly string[]): Promise<PrimaryProbe> {
  const owner = new pg.Client({ connectionString: primaryUrl })
  await owner.connect()
  await owner.query('create table if not exists drill_probe (at timestamptz not null default now())')
  await owner.end()
  const probes: Probe[] = []
  let stopped = false

  async function probe(url: string): Promise<void> {
    while (!stopped) {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: TIMEOUT_MS,
        query_timeout: TIMEOUT_MS,
      })
      client.on('error', () => undefined)
      try {
        await client.connect()
        while (!stopped) {
          const sent = performance.now()
          // A standby refuses the write. A primary acknowledges it when its synchronous standby has it.
          await client.query('insert into drill_probe default values')
          const acknowledged = performance.now()
          const { rows } = await client.query<{ timeline: number }>(
            `select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`,
          )
          probes.push({ timeline: rows[0]?.timeline ?? 0, sent, acknowledged })
          await sleep(INTERVAL_MS)
        }
      } catch {
        await sleep(INTERVAL_MS)
      } finally {
        await Promise.race([client.end().catch(() => undefined), sleep(INTERVAL_MS)])
      }
    }
  }
  const running = urls.map(probe)
  return {
    async stop() {
      stopped = true
      await Promise.all(running)
      const conflicts = probes.filter(old =>
        probes.some(newer => newer.timeline > old.timeline && newer.acknowledged < old.sent),
      )
      return { probes: probes.length, conflicts: conflicts.length }
    },
  }
}
