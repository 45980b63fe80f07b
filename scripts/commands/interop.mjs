import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { npm } from '../bootstrap/npm.mjs'
import { cacheDir } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'
import { runStage } from '../test/stage.mjs'
import { browser } from '../test/stages.mjs'

/** Client libraries that the product does not use. Outside of the workspace: `npm start` does not install them. */
const PACKAGES = [
  'express@5.3.0',
  'express-openid-connect@3.4.0',
  'fastify@5.12.8',
  '@fastify/cookie@11.1.5',
  '@fastify/oauth2@8.3.0',
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
  'next-auth@5.0.0-beta.32',
  'oidc-client-ts@3.5.0',
]
const folder = `${cacheDir}/interop`

const runs = (command, ...args) => spawnSync(command, args).status === 0

/** Programs of Debian. */
const TOOLS = [
  {
    name: 'python',
    packages: 'python3-authlib python3-requests',
    isInstalled: () => runs('/usr/bin/python3', '-c', 'import authlib, requests'),
  },
  {
    name: 'apache',
    packages: 'libapache2-mod-auth-openidc',
    isInstalled: () =>
      existsSync('/usr/sbin/apache2') && existsSync('/usr/lib/apache2/modules/mod_auth_openidc.so'),
  },
  {
    name: 'oidc-agent',
    packages: 'oidc-agent-cli curl',
    isInstalled: () => runs('oidc-gen', '--version') && runs('curl', '--version'),
  },
]

/** Runs every quick start of docs/openid.md with the client library that it is written for. `--no-browser` leaves out the browser. */
export async function run(args) {
  await ensureInstalled('complete')
  const rest = args.filter(argument => argument !== '--no-browser')
  const withBrowser = rest.length === args.length
  await (withBrowser ? ensureBuilt() : ensureBuilt('texts'))
  await mkdir(folder, { recursive: true })
  if (!existsSync(`${folder}/package.json`)) await writeFile(`${folder}/package.json`, '{"private":true}')
  await npm(['install', '--prefix', folder, '--no-save', '--ignore-scripts', ...PACKAGES], {
    failureText: 'The client libraries could not be installed.',
  })
  const installed = TOOLS.filter(tool => tool.isInstalled())
  for (const tool of TOOLS)
    if (!installed.includes(tool)) console.error(`skipped: ${tool.name}. apt install ${tool.packages}`)
  process.env.KERF_INTEROP_PACKAGES = `${folder}/node_modules`
  process.env.KERF_INTEROP_TOOLS = installed.map(({ name }) => name).join(' ')
  const result = await runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'packages/server/test/openid/quick-starts.test.ts',
      '--reporter=verbose',
      ...rest,
    ],
    { env: { NODE_ENV: 'test' } },
  )
  if (!withBrowser) return result
  const { ok } = await runStage(browser(['interop/']))
  return result || (ok ? 0 : 1)
}
