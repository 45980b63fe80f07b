/** Debian's Prometheus with the alert rules that deploy/ recommends, in a minute for each hour: their times are divided by 60. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../packages/server/src/platform/embedded-postgres/free-port.ts'
import { requireProgram, startDaemon } from './daemon.ts'

const RULES = fileURLToPath(new URL('../../../deploy/prometheus/kerf-passport.rules.yml', import.meta.url))
const DIVISOR = 60
const SECONDS = { s: 1, m: 60, h: 3_600, w: 604_800 } as const
/** A rate needs some samples, which are a second apart. */
const RANGE_MIN_SECONDS = 5
/** A drill cannot wait for a week, also if it is divided. */
const OFFSET_MAX_SECONDS = 90
const POLL_MS = 250
const START_TIMEOUT_MS = 30_000

const divided = (count: string, unit: string): number =>
  Math.ceil((Number(count) * SECONDS[unit as keyof typeof SECONDS]) / DIVISOR)

/** Shortens the times of rules: how long a state lasts, ranges, offsets, and thresholds of metrics that are times. */
function shortenTimes(rules: string): string {
  return rules
    .replace(/\bfor: (\d+)([smh])/g, (_, count, unit) => `for: ${divided(count, unit)}s`)
    .replace(
      /\[(\d+)([smh])\]/g,
      (_, count, unit) => `[${Math.max(divided(count, unit), RANGE_MIN_SECONDS)}s]`,
    )
    .replace(
      /\boffset (\d+)([smhw])/g,
      (_, count, unit) => `offset ${Math.min(divided(count, unit), OFFSET_MAX_SECONDS)}s`,
    )
    .replace(/(_lag_seconds\{[^}]*\}\)) > (\d+)/g, (_, metric, limit) => `${metric} > ${divided(limit, 's')}`)
}

export const alertNames = (): string[] =>
  [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

export interface Prometheus {
  /** Names of the alerts that fire now. */
  firing(): Promise<ReadonlySet<string>>
  /** Value of an expression without labels now; undefined: there is none. */
  evaluate(expression: string): Promise<number | undefined>
}

/** `targets`: `host:port`. `adjust`: replaces thresholds that the machine cannot reach. */
export async function startPrometheus(
  folder: string,
  targets: readonly string[],
  adjust: (rules: string) => string,
): Promise<Prometheus> {
  const prometheus = requireProgram('prometheus', 'prometheus')
  const [rules, config] = [join(folder, 'rules.yml'), join(folder, 'prometheus.yml')]
  writeFileSync(rules, adjust(shortenTimes(readFileSync(RULES, 'utf8'))))
  const settings = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [{ job_name: 'kerf-passport', static_configs: [{ targets }] }],
  }
  // JSON is YAML.
  writeFileSync(config, JSON.stringify(settings))
  const address = `127.0.0.1:${await findFreePort()}`
  startDaemon(requireProgram('nice', 'coreutils'), [
    ...['-n', '10', prometheus, `--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'series')}`],
    ...[`--web.listen-address=${address}`, '--log.level=error'],
  ])
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://${address}/api/v1/${path}`)
    const { data } = (await response.json()) as { data: unknown }
    return data
  }
  const until = performance.now() + START_TIMEOUT_MS
  while (!(await fetch(`http://${address}/-/ready`).catch(() => undefined))?.ok) {
    if (performance.now() > until) throw new Error('Prometheus does not start')
    await sleep(POLL_MS)
  }
  return {
    async evaluate(expression) {
      const { result } = (await get(`query?query=${encodeURIComponent(expression)}`)) as {
        result: { value: [number, string] }[]
      }
      const value = result[0]?.value[1]
      return value === undefined ? undefined : Number(value)
    },
    async firing() {
      const { alerts } = (await get('alerts')) as {
        alerts: { state: string; labels: { alertname: string } }[]
      }
      return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))
    },
  }
}
