/** Builds the scripts that run before the modules of a page: classic scripts, each in one file without imports. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { staging } from './paths.ts'
import { classicBuild } from './vite-config.ts'

/** The sources, by the name of the built file. */
const SOURCES = {
  /** notices a blank embedded page */
  watchdog: 'src/entry-watchdog.ts',
  /** marks a browser that is not supported */
  notice: 'src/old-browsers/notice.ts',
  /** adds functions that old browsers lack */
  fill: 'src/old-browsers/fill.ts',
}

/** Paths of the built files. */
export type ClassicScripts = Readonly<Record<keyof typeof SOURCES, string>>

export async function buildScripts(): Promise<ClassicScripts> {
  for (const [name, source] of Object.entries(SOURCES)) await build(classicBuild(name, source))
  const files = await readdir(join(staging, 'assets'))
  const pathOf = (name: string): string => {
    const found = files.find(file => file.startsWith(`${name}-`) && file.endsWith('.js'))
    if (!found) throw new Error(`the script ${name} was not built`)
    return `assets/${found}`
  }
  return { watchdog: pathOf('watchdog'), notice: pathOf('notice'), fill: pathOf('fill') }
}
