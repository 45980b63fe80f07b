import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltPages } from '@kerf/contract/page-template'
import { compileTemplate, type Template } from './template.ts'

export interface BuiltPage {
  readonly template: Template
  /** hashes of its inline styles, for the Content-Security-Policy */
  readonly styles: readonly string[]
}

export interface BuiltPortal {
  /** pages by `{language}/{page}`, and `old/{language}/{page}` for old browsers */
  readonly pages: ReadonlyMap<string, BuiltPage>
  /** URL path of the script that notices a blank embedded page */
  readonly watchdog: string | undefined
}

/** Reads the built pages of `portalFolder`. Called once, at start. */
export function readBuiltPages(portalFolder: string): BuiltPortal {
  const folder = join(portalFolder, 'pages')
  const { pages, watchdog }: BuiltPages = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'))
  const read = Object.entries(pages).map(([name, { file, styles }]) => {
    const template = compileTemplate(readFileSync(join(folder, file), 'utf8'))
    return [name, { template, styles }] as const
  })
  return { pages: new Map(read), watchdog: watchdog && `/${watchdog}` }
}
