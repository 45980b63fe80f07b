/**
 * The dependency rules of docs/architecture.md as linter overrides, generated from the existing folders.
 * `node scripts/lint/import-rules.mjs --write` updates `biome.imports.json`; a test fails while it is out of date.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
export const RULES_FILE = `${root}biome.imports.json`

const folders = path =>
  readdirSync(root + path, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort()

const forbid = (includes, group, message) => ({
  includes,
  linter: {
    rules: {
      style: { noRestrictedImports: { level: 'error', options: { patterns: [{ group, message }] } } },
    },
  },
})

const TESTS = ['!**/*.test.ts', '!**/*.test.tsx', '!**/*-fixture.ts']
const SERVER = 'packages/server/src'

/** The wings that a wing may import, by their `index.ts` only. Modules of `platform` may be imported directly. */
const WING_IMPORTS = {
  identity: [],
  entitlements: ['identity'],
  messaging: ['identity'],
  analytics: ['identity'],
  operations: ['identity', 'entitlements', 'messaging', 'analytics'],
}
const WINGS = Object.keys(WING_IMPORTS)
const ROOT_FOLDERS = ['app.ts', 'main.ts', 'compose/**', 'process/**', 'demo/**']

/** Relative import paths from a file `depth` folders below `src` to `paths` below `src`. */
const fromDepth = (depth, paths) => paths.map(path => `${'../'.repeat(depth)}${path}`)
const DEPTHS = [1, 2, 3, 4]
const atEveryDepth = paths => DEPTHS.flatMap(depth => fromDepth(depth, paths))

function serverRules() {
  const wings = WINGS.map(wing => {
    const allowed = WING_IMPORTS[wing]
    const forbidden = WINGS.filter(other => other !== wing).flatMap(other =>
      allowed.includes(other) ? [`${other}/**`, `!${other}/index.ts`] : [`${other}/**`],
    )
    const patterns = [...forbidden, ...ROOT_FOLDERS]
    return { wing, patterns }
  })
  const negatedLast = patterns => [
    ...patterns.filter(path => !path.startsWith('!')),
    ...patterns.filter(path => path.startsWith('!')),
  ]
  const relative = patterns =>
    negatedLast(
      patterns.flatMap(path =>
        path.startsWith('!') ? atEveryDepth([path.slice(1)]).map(entry => `!${entry}`) : atEveryDepth([path]),
      ),
    )
  const outside = ['@kerf/portal/**', '@kerf/operator/**']
  const modules = wings.flatMap(({ wing, patterns }) => {
    if (wing === 'operations') {
      return [
        forbid(
          [`${SERVER}/operations/**`, ...TESTS],
          relative(patterns).concat(outside, 'fastify'),
          'operations imports the index of other wings, and platform.',
        ),
      ]
    }
    const siblings = folders(`${SERVER}/${wing}`)
    return siblings.flatMap(module => {
      const message = 'A module imports other modules of its wing, the index of allowed wings, and platform.'
      return [
        forbid(
          [`${SERVER}/${wing}/${module}/**`, `!${SERVER}/${wing}/${module}/*-routes.ts`, ...TESTS],
          relative(patterns).concat(outside, 'fastify', '../*/*-routes.ts'),
          `${message} Only routes import fastify.`,
        ),
        forbid(
          [`${SERVER}/${wing}/${module}/*-routes.ts`, ...TESTS],
          relative(patterns).concat(outside, '../*/*-routes.ts'),
          message,
        ),
      ]
    })
  })
  const platform = forbid(
    [`${SERVER}/platform/**`, ...TESTS],
    atEveryDepth([...WINGS.map(wing => `${wing}/**`), ...ROOT_FOLDERS]).concat(outside),
    'platform imports no wing and nothing of the root.',
  )
  /** Only the composition root imports modules of a wing. All other code outside the wings imports their index. */
  const indexOnly = folder =>
    WINGS.flatMap(wing => [`${folder}/${wing}/**`]).concat(WINGS.map(wing => `!${folder}/${wing}/index.ts`))
  const compose = forbid(
    [`${SERVER}/compose/**`, `!${SERVER}/compose/development.ts`, ...TESTS],
    ['../demo/**', ...outside],
    'Only compose/development.ts imports demo, with import() and never in production.',
  )
  const root = [
    forbid(
      [`${SERVER}/process/**`, ...TESTS],
      ['../demo/**', ...indexOnly('..'), ...outside],
      'process imports compose, platform and the index of a wing, never demo.',
    ),
    forbid(
      [`${SERVER}/app.ts`, `${SERVER}/main.ts`, ...TESTS],
      ['./demo/**', ...indexOnly('.'), ...outside],
      'The root imports compose and platform, never demo.',
    ),
    forbid(
      [`${SERVER}/demo/**`, ...TESTS],
      indexOnly('..').concat(indexOnly('../..'), atEveryDepth(['compose/**', 'process/**']), outside),
      'demo imports the index of a wing, and platform.',
    ),
  ]
  return [...modules, platform, compose, ...root]
}

export function importRules() {
  const features = folders('packages/portal/src/features')
  const packages = [
    forbid(
      ['packages/contract/src/**', ...TESTS],
      ['@kerf/**', 'node:*', 'react', 'react-dom', 'fastify'],
      'The contract depends on the schema library only.',
    ),
    forbid(
      ['packages/embed/src/**', ...TESTS],
      [
        '@kerf/portal/**',
        '@kerf/server/**',
        '@kerf/brands/**',
        '@kerf/locales/**',
        'node:*',
        'react',
        'react-dom',
      ],
      'The embed SDK imports the contract and has no run-time dependency.',
    ),
    forbid(
      ['packages/client/src/**', ...TESTS],
      [
        '@kerf/embed/**',
        '@kerf/portal/**',
        '@kerf/server/**',
        '@kerf/brands/**',
        '@kerf/locales/**',
        'node:*',
        'fastify',
      ],
      'The client for apps imports the contract and has no run-time dependency.',
    ),
    forbid(
      ['packages/portal/src/app/**', 'packages/portal/src/routes/**'],
      ['@kerf/server/**', '@kerf/brands/**', '@kerf/operator/**', 'node:*'],
      'The portal imports the contract, the texts and the embed SDK.',
    ),
    forbid(
      ['packages/operator/src/**', ...TESTS],
      ['@kerf/portal/**', '@kerf/server/**', '!@kerf/server/operations/index'],
      'The command line imports the index of operations only.',
    ),
  ]
  const OUTSIDE = ['@kerf/server/**', '@kerf/brands/**', '@kerf/operator/**', 'node:*']
  const portal = [
    ...features.map(feature =>
      forbid(
        [`packages/portal/src/features/${feature}/**`, ...TESTS],
        [...OUTSIDE, '../../routes/**', '../../app/**'].concat(
          features.filter(other => other !== feature).map(other => `../${other}/**`),
        ),
        'A feature imports ui and lib, never another feature.',
      ),
    ),
    forbid(
      ['packages/portal/src/ui/**', ...TESTS],
      [
        ...OUTSIDE,
        '../features/**',
        '../routes/**',
        '../app/**',
        '../../features/**',
        '../../routes/**',
        '../../app/**',
      ],
      'ui imports lib and ui only.',
    ),
    forbid(
      ['packages/portal/src/lib/**', ...TESTS],
      [...OUTSIDE, '../features/**', '../routes/**', '../app/**', '../ui/**'],
      'lib imports only lib.',
    ),
  ]
  return { overrides: [...packages, ...serverRules(), ...portal] }
}

export const rulesText = () => `${JSON.stringify(importRules(), null, 2)}\n`

if (process.argv.includes('--write')) writeFileSync(RULES_FILE, rulesText())
