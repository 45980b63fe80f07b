/**
 * The dependency rules of docs/architecture.md. Names of files and folders are short: `server/identity/index.ts` stands for
 * `packages/server/src/identity/index.ts`. Packages of npm are `npm:fastify`, modules of Node `node:fs`.
 */
import { isTest } from './imports.mjs'

const EXTERNAL = ['npm:**', 'node:**']
/** Packages without product code of a wing or a screen. */
const SHARED = ['contract', 'brands', 'locales']

/** The wings that a wing may import, by their `index.ts` only. */
const WINGS = {
  identity: [],
  messaging: ['identity'],
  entitlements: ['identity', 'messaging'],
  analytics: ['identity'],
  machines: ['identity', 'entitlements', 'messaging'],
  operations: ['identity', 'entitlements', 'messaging', 'analytics', 'machines'],
}
const WING = `{${Object.keys(WINGS)}}`
const BELOW_WINGS = ['server/{web,outbound,platform,tables}', ...SHARED, ...EXTERNAL]

/**
 * Each rule holds for the files of `in`. They may import their own folder and what matches `may`, or anything except what
 * matches `never`; `but` names exceptions of `in`. `*` stands for one name, `**` for any path, `{a,b}` for one of several.
 * Tests and fixtures are exempt, unless `tests` is set.
 */
export const IMPORT_RULES = [
  { in: 'contract', may: ['npm:valibot'], message: 'The contract depends on the schema library only.' },
  {
    in: '{embed,client}',
    may: ['contract'],
    message: 'The SDK and the client for apps import the contract and have no run-time dependency.',
  },
  {
    in: 'operator',
    may: ['contract', 'server/operations/index.ts', ...EXTERNAL],
    message: 'The command line imports the index of operations only.',
  },
  {
    in: 'portal',
    never: ['server', 'operator', 'brands', 'node:**'],
    message: 'The portal imports the contract, the texts and the embed SDK.',
  },
  {
    in: 'portal',
    tests: true,
    never: ['server', 'operator'],
    message: 'The portal and the server never import each other, tests neither.',
  },
  {
    in: 'portal/features/*',
    never: ['portal/{app,routes,features}'],
    message: 'A feature imports parts, ui and lib, never another feature.',
  },
  {
    in: 'portal/parts',
    never: ['portal/{app,routes,features}'],
    message: 'A part imports parts, ui and lib.',
  },
  {
    in: 'portal/ui',
    never: ['portal/{app,routes,features,parts}'],
    message: 'ui imports ui and lib only.',
  },
  {
    in: 'portal/lib',
    never: ['portal/{app,routes,features,parts,ui}'],
    message: 'lib imports only lib.',
  },
  {
    in: 'console',
    may: ['contract', 'locales', 'portal/{console-ui,build}', ...EXTERNAL],
    message: 'The console imports the contract, the texts, and the parts that the portal exports for it.',
  },
  {
    in: 'server/console-process',
    may: ['server/{web,platform}', 'contract', ...EXTERNAL],
    message: "The console's process runs no operation: it has neither a database nor a key.",
  },
  {
    in: 'server',
    tests: true,
    never: ['portal', 'operator'],
    message: 'The server imports neither the portal nor the command line, tests neither.',
  },
  {
    in: 'server/{main.ts,process}',
    but: 'server/process/development.ts',
    may: ['server/process', `server/${WING}/{index,wing}.ts`, ...BELOW_WINGS],
    message:
      'The root imports the index and the wing.ts of wings. Only process/development.ts imports demo, with import() and never in production.',
  },
  ...Object.entries(WINGS).map(([wing, others]) => ({
    in: `server/${wing}`,
    may: [...others.map(other => `server/${other}/index.ts`), ...BELOW_WINGS],
    message: `${wing} imports ${others.length > 0 ? `the index of ${others.join(', ')}, and ` : ''}web, outbound and platform.`,
  })),
  {
    in: 'server/{web,outbound}',
    may: ['server/{platform,tables}', ...SHARED, ...EXTERNAL],
    message: 'web and outbound import platform, not each other and no wing.',
  },
  {
    in: 'server/platform',
    may: ['server/tables', ...SHARED, ...EXTERNAL],
    message: 'platform imports nothing above it.',
  },
  {
    in: 'server/tables',
    may: ['contract'],
    message: 'The register of tables imports the contract only.',
  },
  {
    in: 'server/demo',
    may: [`server/${WING}/index.ts`, 'client', ...BELOW_WINGS],
    message: 'demo imports the index of wings, and platform.',
  },
  {
    in: `server/{${Object.keys(WINGS)},outbound,platform}`,
    but: 'server/**{-routes,/wing}.ts',
    never: ['npm:fastify'],
    message: 'Only routes, wing.ts and web know what a request is.',
  },
  {
    in: `server/${WING}/*`,
    but: 'server/*/wing.ts',
    never: [`server/${WING}/**-routes.ts`],
    message: 'Routes are imported by the root and by wing.ts only.',
  },
]

const shortName = path => path.replace(/^packages\/([^/]+)\/src\//, '$1/')

/** Matches what begins with `pattern` and ends there or at a slash. */
const toRegExp = pattern =>
  new RegExp(
    `^${pattern
      .replaceAll('.', '\\.')
      .replace(/\{(.*?)\}/g, (_, names) => `(?:${names.replaceAll(',', '|')})`)
      .replace(/\*+/g, stars => (stars === '*' ? '[^/]*' : '.*'))}(?=/|$)`,
  )

/** Returns one sentence for each import that breaks a rule. */
export function findForbiddenImports(imports, rules = IMPORT_RULES) {
  return rules.flatMap(rule => {
    const [files, exceptions] = [toRegExp(rule.in), rule.but && toRegExp(rule.but)]
    const targets = (rule.may ?? rule.never).map(toRegExp)
    return imports.flatMap(({ from, to }) => {
      const [file, target] = [shortName(from), shortName(to)]
      const own = files.exec(file)?.[0]
      if (own === undefined || exceptions?.test(file) || (isTest(from) && !rule.tests)) return []
      if (target === own || target.startsWith(`${own}/`)) return []
      const isListed = targets.some(pattern => pattern.test(target))
      return isListed === (rule.may !== undefined) ? [] : [`${from} imports ${target}. ${rule.message}`]
    })
  })
}
