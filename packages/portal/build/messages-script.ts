/** Builds the message centre as one module for the pages of hosts, its style sheet inside. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { messagesBuild } from './vite-config.ts'

export const MESSAGES_SCRIPT = 'kerf-messages.js'

/** What stands on the page's root in the portal stands on the element in a host's page. */
export const forShadowRoot = (css: string): string =>
  css
    .replaceAll(/:root(\[[^\]]+\])/g, ':host($1)')
    .replaceAll(':root', ':host')
    .replaceAll(/(^|[{}\s,>(])html(?=[\s,{:)])/g, '$1:host')

export async function buildMessagesScript(folder: string): Promise<void> {
  const own = `${folder}-messages`
  await build(messagesBuild(own))
  const [script, css] = await Promise.all([
    readFile(join(own, MESSAGES_SCRIPT), 'utf8'),
    readFile(join(own, 'style.css'), 'utf8'),
  ])
  const parts = script.split(/["'`]__KERF_SHEET__["'`]/)
  if (parts.length !== 2) throw new Error('the message script has no place for its style sheet')
  await writeFile(join(folder, MESSAGES_SCRIPT), parts.join(JSON.stringify(forShadowRoot(css))))
  await rm(own, { recursive: true })
}
