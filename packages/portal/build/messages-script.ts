/** Builds the message center for host pages as one module that contains its style sheet. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { forOldBrowsers } from './old-css.ts'
import { messagesBuild } from './vite-config.ts'

export const MESSAGES_SCRIPT = 'kerf-messages.js'

/** Rewrites selectors for a shadow root: rules for `:root` and `html` apply to the host element. */
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
  const placeholder = /["'`]__KERF_SHEET__["'`]/g
  if (!placeholder.test(script)) throw new Error('the message script has no place for its style sheet')
  const sheet = JSON.stringify(forShadowRoot(forOldBrowsers(css)))
  await writeFile(
    join(folder, MESSAGES_SCRIPT),
    `const __KERF_SHEET__=${sheet};${script.replaceAll(placeholder, '__KERF_SHEET__')}`,
  )
  await rm(own, { recursive: true })
}
