/**
 * `npm run bench -- [section …] [--json file] [--rounds n] [--seconds n] [--scale 0.1]`: measures and prints each figure with its
 * limit. Of `scale`: `[--accounts n,…] [--folder path] [--parts name,…]`.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cleanUp, cleanUpOnSignals, isCleaningUp } from './harness/clean-up.ts'
import { createContext, type Section } from './harness/context.ts'
import { type Figure, formatFigure, verdict } from './harness/figures.ts'

const SECTIONS: Readonly<Record<string, () => Promise<{ section: Section }>>> = {
  'sign-in': () => import('./sections/sign-in.ts'),
  session: () => import('./sections/session.ts'),
  traces: () => import('./sections/traces.ts'),
  'sign-up': () => import('./sections/sign-up.ts'),
  'account-center': () => import('./sections/account-center.ts'),
  'sign-on': () => import('./sections/sign-on.ts'),
  openid: () => import('./sections/openid.ts'),
  redemption: () => import('./sections/redemption.ts'),
  training: () => import('./sections/training.ts'),
  messages: () => import('./sections/messages.ts'),
  tracking: () => import('./sections/tracking.ts'),
  'page-flood': () => import('./sections/page-flood.ts'),
  pictures: () => import('./sections/pictures.ts'),
  hostile: () => import('./sections/hostile.ts'),
  limits: () => import('./sections/limits.ts'),
  privacy: () => import('./sections/privacy.ts'),
  machines: () => import('./sections/machines.ts'),
  'machine-privacy': () => import('./sections/machine-privacy.ts'),
  support: () => import('./sections/support.ts'),
  start: () => import('./sections/start.ts'),
  memory: () => import('./sections/memory.ts'),
  bytes: () => import('./sections/bytes.ts'),
  page: () => import('./sections/page.ts'),
  peers: () => import('./sections/peers.ts'),
  scale: () => import('./sections/scale.ts'),
  citus: () => import('./sections/citus.ts'),
}

/** Only by name: one installs packages, three build a large data set, one needs a cluster. */
const NAMED_ONLY: ReadonlySet<string> = new Set(['peers', 'scale', 'machines', 'support', 'citus'])

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '6' },
    scale: { type: 'string', default: '1' },
    accounts: { type: 'string', default: '10000,100000' },
    folder: { type: 'string' },
    parts: { type: 'string', default: '' },
  },
})
const names =
  positionals.length > 0 ? positionals : Object.keys(SECTIONS).filter(name => !NAMED_ONLY.has(name))
const unknown = names.filter(name => !(name in SECTIONS))
if (unknown.length > 0) {
  console.error(`Unknown section: ${unknown.join(', ')}. Sections: ${Object.keys(SECTIONS).join(', ')}.`)
  process.exit(2)
}

const kept: object[] = []
cleanUpOnSignals()
const context = createContext({
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  scale: Number(values.scale),
  accountCounts: values.accounts
    .split(',')
    .map(Number)
    .sort((a, b) => a - b),
  folder: values.folder,
  parts: new Set(values.parts.split(',').filter(Boolean)),
  keep: data => void kept.push(data),
})
const results: Record<string, readonly (Figure & { verdict: string })[]> = {}
let failed = false
for (const name of names) {
  try {
    const section = (await SECTIONS[name]?.())?.section
    if (!section) continue
    console.log(`\n${name}: ${section.title}`)
    const figures = await section.run(context)
    for (const figure of figures) console.log(formatFigure(figure))
    results[name] = figures.map(figure => ({ ...figure, verdict: verdict(figure) }))
  } catch (error) {
    if (isCleaningUp()) break
    failed = true
    const { statement = '' } = Object(error) as { readonly statement?: string }
    console.error(`  could not be measured: ${statement} ${error instanceof Error ? error.stack : error}`)
  }
}
const interrupted = isCleaningUp()
await cleanUp()
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify(kept.length > 0 ? { ...results, raw: kept } : results, undefined, 2)}\n`,
  )
process.exit(interrupted ? 130 : failed ? 1 : 0)
