import { consoleMain } from '../bootstrap/paths.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { prepareProduction } from './serve.mjs'

/** The console's process in production. It has no database and no key. */
export async function run(args) {
  await prepareProduction()
  return runNode([consoleMain, ...args], { env: { NODE_ENV: process.env.NODE_ENV || 'production' } })
}
