/** `npm run drill -- [name …] [--list] [--full] [--rounds n] [--minutes n] [--release commit]`: runs drills and compares them with the promises. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cleanUp, cleanUpOnSignals, cleanUpPart, isCleaningUp } from '../harness/clean-up.ts'
import { verdict } from '../harness/figures.ts'
import { root } from '../harness/processes.ts'
import { type Drill, type DrillContext, formatFinding, holds, type Sizes } from './drill.ts'

const DRILLS: Readonly<Record<string, () => Promise<{ drill: Drill }>>> = {
  kill: () => import('./kill.ts'),
  failover: () => import('./database/failover.ts'),
  ha: () => import('./database/pooled-failover.ts'),
  races: () => import('./races.ts'),
  revocation: () => import('./revocation.ts'),
  'lasting-login': () => import('./lasting-login.ts'),
  'session-check': () => import('./session-check.ts'),
  'rolling-restart': () => import('./rolling-restart.ts'),
  'frozen-server': () => import('./frozen-server.ts'),
  'proxy-tls': () => import('./proxy-tls.ts'),
  mail: () => import('./mail.ts'),
  'mail-refused': () => import('./mail-refused.ts'),
  disk: () => import('./disk.ts'),
  'file-store-full': () => import('./file-store-full.ts'),
  connections: () => import('./database/connections.ts'),
  'slow-database': () => import('./database/slow-database.ts'),
  herd: () => import('./herd.ts'),
  partition: () => import('./database/partition.ts'),
  clock: () => import('./clock.ts'),
  'database-clock': () => import('./database/database-clock.ts'),
  'third-parties': () => import('./third-parties.ts'),
  'cookie-chain': () => import('./cookie-chain.ts'),
  soak: () => import('./soak.ts'),
  hostile: () => import('./hostile.ts'),
  uploads: () => import('./uploads.ts'),
  stuffing: () => import('./stuffing.ts'),
  upgrade: () => import('./upgrade.ts'),
  replica: () => import('./database/replica.ts'),
  citus: () => import('./database/citus.ts'),
  alerts: () => import('./alerts.ts'),
  dashboards: () => import('./dashboards.ts'),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    release: { type: 'string' },
  },
})

async function loadDrill(name: string): Promise<Drill> {
  const load = DRILLS[name]
  if (load === undefined) {
    console.error(`Unknown drill: ${name}. Drills: ${Object.keys(DRILLS).join(', ')}.`)
    process.exit(2)
  }
  return (await load()).drill
}

if (values.list) {
  for (const name of Object.keys(DRILLS)) {
    const { promises, title } = await loadDrill(name)
    console.log(`${name.padEnd(18)} ${promises.join(', ').padEnd(18)} ${title}`)
  }
  process.exit(0)
}

const sizeOf = ({ short, full }: Sizes): number => (values.full ? full : short)
const given = (text: string | undefined, sizes: Sizes): number =>
  text === undefined ? sizeOf(sizes) : Number(text)

cleanUpOnSignals()
/** The drill `citus` needs a cluster. */
const isPossible = (name: string): boolean => name !== 'citus' || Boolean(process.env.CITUS_URL)
const names = positionals.length > 0 ? positionals : Object.keys(DRILLS).filter(isPossible)
const drills = await Promise.all(names.map(async name => [name, await loadDrill(name)] as const))
const failed: string[] = []
for (const [name, drill] of drills) {
  const raw: Record<string, unknown> = {}
  const context: DrillContext = {
    rounds: sizes => given(values.rounds, sizes),
    minutes: sizes => given(values.minutes, sizes),
    size: sizeOf,
    release: values.release,
    say: line => console.log(`  … ${line}`),
    keep(key, data) {
      raw[key] = data
    },
  }
  console.log(`\n${name} (${drill.promises.join(', ')}): ${drill.title}`)
  const started = new Date()
  try {
    const findings = await drill.run(context)
    for (const finding of findings) console.log(formatFinding(finding))
    if (!findings.every(holds)) failed.push(name)
    const folder = join(root, '.cache/drills')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `${name}-${started.toISOString().replace(/[:.]/g, '-')}.json`)
    const judged = findings.map(finding => ({ ...finding, verdict: verdict(finding) }))
    writeFileSync(file, `${JSON.stringify({ name, started, findings: judged, raw })}\n`)
    console.log(`  raw data: ${file}`)
  } catch (error) {
    if (isCleaningUp()) break
    failed.push(name)
    console.error(`  could not be run: ${error instanceof Error ? error.stack : error}`)
  }
  if (!isCleaningUp()) await cleanUpPart()
  if (isCleaningUp()) break
}
const interrupted = isCleaningUp()
await cleanUp()
if (interrupted) process.exit(130)
if (failed.length > 0) console.log(`\nFAILS: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
