/** The dashboards of deploy/ have the form that Grafana publishes for them: its types, installed outside the workspace, compile them. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atLeast, atMost } from '../harness/figures.ts'
import { root } from '../harness/processes.ts'
import type { Drill } from './drill.ts'

const PACKAGE = '@grafana/grafana-foundation-sdk'
const VERSION = '0.0.21'
const FOLDER = join(root, '.cache/grafana-types')
const DASHBOARDS = join(root, 'deploy/grafana')

/** Modules of the package that hold types only. */
const MODULES = {
  cog: 'cog/variants_gen.d.ts',
  common: 'common/types.gen.d.ts',
  dashboard: 'dashboard/types.gen.d.ts',
  prometheus: 'prometheus/types.gen.d.ts',
  timeseries: 'timeseries/types.gen.d.ts',
} as const

/** Grafana adds what is missing in `options` when it imports a dashboard. */
const CHECKED = `import type { Dashboard, FieldConfigSource, Panel } from './dashboard.d.ts'
import type { Dataquery } from './prometheus.d.ts'
import type { FieldConfig, Options } from './timeseries.d.ts'
type Parts<T> = T extends (infer Item)[] ? Parts<Item>[] : T extends object ? { [K in keyof T]?: Parts<T[K]> } : T
type Defaults = FieldConfigSource['defaults']
export interface TimeSeries extends Omit<Panel, 'fieldConfig' | 'options' | 'targets'> {
  type: 'timeseries'
  title: string
  gridPos: NonNullable<Panel['gridPos']>
  fieldConfig: Omit<FieldConfigSource, 'defaults'> & { defaults: Omit<Defaults, 'custom'> & { custom?: Parts<FieldConfig> } }
  options: Parts<Options>
  targets: (Omit<Dataquery, '_implementsDataqueryVariant'> & { refId: string })[]
}
export interface Checked extends Omit<Dashboard, 'panels'> {
  title: string
  uid: string
  panels: TimeSeries[]
}
`

/** An enumeration of a declaration accepts no literal, which is what JSON has: a union of its values takes its place. */
const withLiteralTypes = (declarations: string): string =>
  declarations.replace(/export declare enum (\w+) \{([^}]*)\}/g, (_, name: string, text: string) => {
    const members = [...text.matchAll(/(\w+) = ("[^"]*"|-?\d+)/g)]
    const values = members.map(([, , value]) => value).join(' | ')
    const named = members.map(([, member, value]) => `type ${member} = ${value}`).join('; ')
    return `export type ${name} = ${values}\nexport declare namespace ${name} { ${named} }`
  })

function installTypes(): void {
  if (existsSync(join(FOLDER, `${VERSION}.complete`))) return
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(
    join(FOLDER, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [PACKAGE]: VERSION } }),
  )
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: FOLDER,
    stdio: 'ignore',
  })
  for (const [name, path] of Object.entries(MODULES)) {
    const declarations = readFileSync(join(FOLDER, 'node_modules', PACKAGE, 'dist', path), 'utf8')
    const local = withLiteralTypes(declarations).replace(
      /import (.*) from '\.\.\/(\w+)'/g,
      "import type $1 from './$2.d.ts'",
    )
    writeFileSync(join(FOLDER, `${name}.d.ts`), local)
  }
  writeFileSync(join(FOLDER, 'checked.ts'), CHECKED)
  writeFileSync(join(FOLDER, `${VERSION}.complete`), '')
}

/** Errors of the compiler, one a line. */
function compile(name: string, dashboard: unknown): string[] {
  const file = join(FOLDER, `${name}.ts`)
  const text = JSON.stringify(dashboard, undefined, 1)
  writeFileSync(
    file,
    `import type { Checked } from './checked.ts'\nexport const dashboard: Checked = ${text}\n`,
  )
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--allowImportingTsExtensions',
    '--module',
    'nodenext',
  ]
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, file], {
    cwd: FOLDER,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter(line => /error TS\d+/.test(line))
}

interface Dashboard {
  readonly panels: readonly { readonly options: object; readonly targets: readonly object[] }[]
}

/** Mistakes that the check must find, or it shows nothing. */
const MISTAKES: readonly ((dashboard: Dashboard) => unknown)[] = [
  dashboard => ({ ...dashboard, pannels: [] }),
  dashboard => ({ ...dashboard, schemaVersion: '39' }),
  ({ panels, ...dashboard }) => ({ ...dashboard, panels: panels.map(panel => ({ ...panel, type: 'graf' })) }),
  ({ panels, ...dashboard }) => ({
    ...dashboard,
    panels: panels.map(panel => ({ ...panel, options: { tooltip: { mode: 'many' } } })),
  }),
  ({ panels, ...dashboard }) => ({
    ...dashboard,
    panels: panels.map(panel => ({
      ...panel,
      targets: panel.targets.map(target => ({ ...target, query: 'up' })),
    })),
  }),
]

export const drill: Drill = {
  title: "the dashboards compile against Grafana's published types",
  promises: ['P-29'],
  async run({ say }) {
    installTypes()
    const names = readdirSync(DASHBOARDS).filter(name => name.endsWith('.json'))
    const errors: string[] = []
    let panels = 0
    let found = 0
    for (const name of names) {
      const dashboard = JSON.parse(readFileSync(join(DASHBOARDS, name), 'utf8')) as Dashboard
      panels += dashboard.panels.length
      errors.push(...compile(name.replace('.json', ''), dashboard))
      found += MISTAKES.filter(
        (mistake, index) => compile(`mistake-${index}`, mistake(dashboard)).length > 0,
      ).length
    }
    for (const error of errors) say(error)
    return [
      {
        promise: 'P-29',
        name: "errors against Grafana's types",
        value: errors.length,
        limit: atMost(0),
        note: `${panels} panels of ${names.length} dashboard, ${PACKAGE} ${VERSION}`,
      },
      {
        promise: 'P-29',
        name: 'mistakes made on purpose that are found',
        value: found,
        limit: atLeast(MISTAKES.length * names.length),
      },
    ]
  },
}
