/**
 * Who may import whom, made from the folders that are there, as overrides for the linter:
 * `node scripts/lint/import-rules.mjs --write` renews `biome.imports.json`; a test says when that is due.
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

/** Folders of the server that are no nouns: they carry the nouns or lie below them. */
const SERVER_FLOORS = [
  'compose',
  'db',
  'demo',
  'docs-page',
  'files',
  'geo',
  'http',
  'jobs',
  'lib',
  'mail',
  'metrics',
  'operations',
  'ports',
]

export function importRules() {
  const nouns = folders('packages/server/src').filter(name => !SERVER_FLOORS.includes(name))
  const features = folders('packages/portal/src/features')
  const TESTS = ['!**/*.test.ts', '!**/*.test.tsx']
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
      'The embed SDK knows the contract, and loads nothing.',
    ),
    forbid(
      ['packages/portal/src/app/**', 'packages/portal/src/routes/**'],
      ['@kerf/server/**', '@kerf/brands/**', '@kerf/operator/**', 'node:*'],
      'The portal knows the contract, the texts and the embed SDK.',
    ),
    forbid(
      ['packages/operator/src/**', ...TESTS],
      ['@kerf/portal/**', '@kerf/server/http/**', '@kerf/server/*/*-store'],
      'The command line is thin over the operations.',
    ),
  ]
  const server = nouns.map(noun =>
    forbid(
      [`packages/server/src/${noun}/**`, `!packages/server/src/${noun}/*-routes.ts`, ...TESTS],
      [
        '@kerf/portal/**',
        '@kerf/operator/**',
        'fastify',
        '../http/**',
        '../app.ts',
        '../compose/**',
        '../*/*-routes.ts',
      ].concat(nouns.filter(other => other !== noun).map(other => `../${other}/*-store.ts`)),
      'A noun calls another noun’s use case, never its store; only routes know what a request is.',
    ),
  )
  const bottom = forbid(
    ['lib', 'db', 'ports'].map(floor => `packages/server/src/${floor}/**`).concat(TESTS),
    ['@kerf/portal/**', '@kerf/operator/**', 'fastify'].concat(nouns.map(noun => `../${noun}/**`)),
    'lib, db and ports lie at the bottom.',
  )
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
      [...OUTSIDE, '../features/**', '../routes/**', '../app/**', '../lib/**'],
      'ui knows no product words.',
    ),
    forbid(
      ['packages/portal/src/lib/**', ...TESTS],
      [...OUTSIDE, '../features/**', '../routes/**', '../app/**', '../ui/**'],
      'lib lies below ui, features, routes and app.',
    ),
  ]
  return { overrides: [...packages, ...server, bottom, ...portal] }
}

export const rulesText = () => `${JSON.stringify(importRules(), null, 2)}\n`

if (process.argv.includes('--write')) writeFileSync(RULES_FILE, rulesText())
