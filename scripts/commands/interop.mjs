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
/** Of docs/openid-libraries.md. Apart from the others: next-auth 4 needs older versions of the same packages. */
const LIBRARIES = [
  '@modelcontextprotocol/sdk@1.32.2',
  'arctic@3.7.0',
  'better-auth@1.7.25',
  'express@5.3.0',
  'express-session@1.19.0',
  'keycloak-js@26.2.4',
  'next-auth@4.24.13',
  'passport@0.7.0',
  'passport-openidconnect@0.1.2',
  'react@19.3.1',
  'react-dom@19.3.1',
  'simple-oauth2@5.1.0',
]

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
  {
    name: 'go',
    packages: 'golang-go golang-github-coreos-go-oidc-dev',
    isInstalled: () => runs('go', 'version') && existsSync('/usr/share/gocode/src/github.com/coreos/go-oidc'),
  },
  {
    name: 'ruby',
    packages: 'ruby-omniauth-openid-connect ruby-webrick',
    isInstalled: () => runs('/usr/bin/ruby', '-e', "require 'omniauth_openid_connect'; require 'webrick'"),
  },
  {
    name: 'social-django',
    packages: 'python3-social-django python3-django python3-jose',
    isInstalled: () => runs('/usr/bin/python3', '-c', 'import django, jose, social_django'),
  },
]

/** Returns the folder of the packages. */
async function install(name, packages) {
  const folder = `${cacheDir}/${name}`
  await mkdir(folder, { recursive: true })
  if (!existsSync(`${folder}/package.json`)) await writeFile(`${folder}/package.json`, '{"private":true}')
  await npm(
    ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--legacy-peer-deps', ...packages],
    {
      failureText: 'The client libraries could not be installed.',
    },
  )
  return `${folder}/node_modules`
}

const TESTS = ['quick-starts', 'libraries', 'mcp']

/**
 * Runs every program of docs/openid.md and docs/openid-libraries.md with the client library that it is written for. `--no-browser`
 * leaves out the browser; a word, such as `mcp`, runs the tests of this name only.
 */
export async function run(args) {
  await ensureInstalled('complete')
  const named = TESTS.filter(name => args.includes(name))
  const rest = args.filter(argument => argument !== '--no-browser' && !named.includes(argument))
  const withBrowser = named.length === 0 && rest.length === args.length
  await (withBrowser ? ensureBuilt() : ensureBuilt('texts'))
  if (named.length === 0 || named.includes('quick-starts'))
    process.env.KERF_INTEROP_PACKAGES = await install('interop', PACKAGES)
  process.env.KERF_INTEROP_LIBRARIES = await install('interop-libraries', LIBRARIES)
  const installed = TOOLS.filter(tool => tool.isInstalled())
  for (const tool of TOOLS)
    if (!installed.includes(tool)) console.error(`skipped: ${tool.name}. apt install ${tool.packages}`)
  process.env.KERF_INTEROP_TOOLS = installed.map(({ name }) => name).join(' ')
  const result = await runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...(named.length > 0 ? named : TESTS).map(name => `packages/server/test/openid/${name}.test.ts`),
      '--reporter=verbose',
      ...rest,
    ],
    { env: { NODE_ENV: 'test' } },
  )
  if (!withBrowser) return result
  const { ok } = await runStage(browser(['interop/']))
  return result || (ok ? 0 : 1)
}
