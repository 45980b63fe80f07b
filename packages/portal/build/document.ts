import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@kerf/contract/language'
import { PAGE_DATA_ID } from '@kerf/contract/page-data'
import { placeholder } from '@kerf/contract/page-template'
import { criticalCss } from './critical-css.ts'
import type { PageFiles } from './page-files.ts'
import { staging } from './paths.ts'

export interface Document {
  readonly language: Language
  readonly title: string
  /** Prerendered markup. Undefined for a page that the browser renders. */
  readonly body: string | undefined
  readonly files: PageFiles
}

/** Creates a page template with placeholders, and the hash of its inline style for the Content-Security-Policy. */
export async function makeDocument({ language, title, body, files }: Document) {
  const root = body === undefined ? '<div id="root"></div>' : `<div id="root" data-page>${body}</div>`
  const style = criticalCss(await readFile(join(staging, files.sheet), 'utf8'), root)
  // A prerendered page must paint before the complete sheet has loaded: `print` does not block, and the script enables the
  // sheet. A shell has no content to paint.
  const media = body === undefined ? '' : ' media="print"'
  const html = [
    `<!doctype html><html lang="${language}"${placeholder('rootAttributes')}><head><meta charset="utf-8">`,
    `<title>${title}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    placeholder('head'),
    `<style>${style}</style>`,
    `<link rel="stylesheet" href="/${files.sheet}"${media}>`,
    `<script type="module" src="/${files.entry}"></script>`,
    ...files.scripts.map(file => `<link rel="modulepreload" href="/${file}">`),
    `</head><body>${root}`,
    `<script type="application/json" id="${PAGE_DATA_ID}">${placeholder('pageData')}</script>`,
    '</body></html>',
  ].join('')
  const hash = createHash('sha256').update(style).digest('base64')
  return { html, styles: [`sha256-${hash}`] }
}
