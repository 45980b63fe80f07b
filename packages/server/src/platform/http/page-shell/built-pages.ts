import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltPages } from '@kerf/contract/page-template'
import { cutTemplate, type Template } from './template.ts'

export interface BuiltPage {
  readonly template: Template
  /** hashes of its inline styles, for the content security policy */
  readonly styles: readonly string[]
}

export interface BuiltPortal {
  /** by `{language}/{page}` */
  readonly pages: ReadonlyMap<string, BuiltPage>
  /** address of the script that watches over embedded pages */
  readonly watchdog: string | undefined
}

/** Everything of `portalFolder` that pages are made of. Read once, at start. */
export function readBuiltPages(portalFolder: string): BuiltPortal {
  const folder = join(portalFolder, 'pages')
  const { pages, watchdog }: BuiltPages = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'))
  const read = Object.entries(pages).map(([name, { file, styles }]) => {
    const template = cutTemplate(readFileSync(join(folder, file), 'utf8'))
    return [name, { template, styles }] as const
  })
  return { pages: new Map(read), watchdog: watchdog && `/${watchdog}` }
}
