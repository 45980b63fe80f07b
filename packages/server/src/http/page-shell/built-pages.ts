import { readFile } from 'node:fs/promises'
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
export async function readBuiltPages(portalFolder: string): Promise<BuiltPortal> {
  const folder = join(portalFolder, 'pages')
  const { pages, watchdog }: BuiltPages = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8'))
  const read = Object.entries(pages).map(async ([name, { file, styles }]) => {
    const template = cutTemplate(await readFile(join(folder, file), 'utf8'))
    return [name, { template, styles }] as const
  })
  return { pages: new Map(await Promise.all(read)), watchdog: watchdog && `/${watchdog}` }
}
