import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { npm } from '../bootstrap/npm.mjs'
import { cacheDir } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** Client libraries that the product does not use. Outside of the workspace: `npm start` does not install them. */
const PACKAGES = [
  'express@5.3.0',
  'express-openid-connect@3.4.0',
  'fastify@5.12.8',
  '@fastify/cookie@11.1.5',
  '@fastify/oauth2@8.3.0',
]
const folder = `${cacheDir}/interop`

/** Runs every quick start of docs/openid.md with the client library that it is written for. */
export async function run(args) {
  await ensureInstalled('complete')
  await ensureBuilt('texts')
  await mkdir(folder, { recursive: true })
  if (!existsSync(`${folder}/package.json`)) await writeFile(`${folder}/package.json`, '{"private":true}')
  await npm(['install', '--prefix', folder, '--no-save', '--ignore-scripts', ...PACKAGES], {
    failureText: 'The client libraries could not be installed.',
  })
  const hasAuthlib = spawnSync('python3', ['-c', 'import authlib, requests']).status === 0
  if (!hasAuthlib) console.error('Python is left out: apt install python3-authlib python3-requests')
  return runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'packages/server/test/openid/quick-starts.test.ts',
      '--reporter=verbose',
      ...args,
    ],
    {
      env: {
        NODE_ENV: 'test',
        KERF_INTEROP_PACKAGES: `${folder}/node_modules`,
        ...(hasAuthlib && { KERF_INTEROP_PYTHON: '1' }),
      },
    },
  )
}
