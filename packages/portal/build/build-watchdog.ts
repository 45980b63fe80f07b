import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { staging } from './paths.ts'
import { watchdogBuild } from './vite-config.ts'

/** Builds the watchdog of embedded pages as a separate script. Returns the path of its file. */
export async function buildWatchdog(): Promise<string> {
  await build(watchdogBuild)
  const names = await readdir(join(staging, 'assets'))
  const found = names.find(name => name.startsWith('watchdog-') && name.endsWith('.js'))
  if (!found) throw new Error('the watchdog was not built')
  return `assets/${found}`
}
