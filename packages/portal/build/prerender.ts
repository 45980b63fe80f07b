/**
 * Writes the page templates of the server in both languages: each visitor page, the skeleton of each page of the account
 * center, the scanner, and one shell for all other pages.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LANGUAGES } from '@kerf/contract/language'
import { type BuiltPages, oldBrowserPage, placeholder } from '@kerf/contract/page-template'
import { ACCOUNT_PAGES, SCANNER_PAGE, VISITOR_PAGES } from '@kerf/contract/portal-routes'
import type { ClassicScripts } from './build-scripts.ts'
import { type Document, makeDocument } from './document.ts'
import { forOldBrowsers } from './old-css.ts'
import { filesOf, readManifest } from './page-files.ts'
import { rendererFolder, scannerEntry, staging } from './paths.ts'

/**
 * The guard of the account center: no page shows anything before it. The skeleton names its files, so that they do not wait for
 * the entry that imports them. The chunks that it shares with the skeleton and the pages are the larger part of these.
 */
const ACCOUNT_MODULES = ['src/app/resolve-access.ts']

type Renderer = typeof import('../src/entry-prerender.tsx')

/** `scripts` are the paths that `buildScripts` returns. Each page is written twice: for current browsers and below `old/`. */
export async function prerender({ watchdog, notice, fill }: ClassicScripts): Promise<void> {
  const renderer: Renderer = await import(pathToFileURL(join(rendererFolder, 'entry-prerender.js')).href)
  const manifest = await readManifest('manifest')
  const scanner = filesOf(await readManifest('scanner'), [], scannerEntry)
  const folder = join(staging, 'pages')
  await mkdir(folder)
  const pages: Record<string, BuiltPages['pages'][string]> = {}

  const oldSheets = new Map<string, string>()

  async function write(name: string, page: Document) {
    const oldBrowserScripts = [notice, fill]
    const { sheet } = page.files
    const oldSheet = oldSheets.get(sheet) ?? (await writeOldSheet(sheet))
    oldSheets.set(sheet, oldSheet)
    const oldFiles = { ...page.files, sheet: oldSheet }
    const documents = {
      [name]: await makeDocument(page),
      [oldBrowserPage(name)]: await makeDocument({ ...page, files: oldFiles, oldBrowserScripts }),
    }
    for (const [key, { html, styles }] of Object.entries(documents)) {
      const file = `${key.replaceAll('/', '-')}.html`
      await writeFile(join(folder, file), html)
      pages[key] = { file, styles }
    }
  }

  // Detects two instances of the locale runtime: one of them would have no language, and no other check would fail.
  const titles = new Set<string>()
  for (const language of LANGUAGES) {
    for (const page of VISITOR_PAGES) {
      const files = filesOf(manifest, page === 'login' ? [] : [`src/routes/${page}.tsx`])
      const rendered = await renderer.renderPage(language, page)
      if (titles.has(rendered.title))
        throw new Error(`${page} speaks one language for all: ${rendered.title}`)
      titles.add(rendered.title)
      await write(`${language}/${page}`, { language, ...rendered, files })
    }
    const files = filesOf(manifest, [])
    const shell = { language, title: placeholder('brandName'), body: undefined, files }
    await write(`${language}/shell`, shell)
    await write(`${language}/${SCANNER_PAGE}`, { ...shell, files: scanner })
    for (const page of ACCOUNT_PAGES) {
      const skeleton = await renderer.renderSkeleton(language, page)
      await write(`${language}/${page}`, { ...shell, skeleton, files: filesOf(manifest, ACCOUNT_MODULES) })
    }
  }
  await writeFile(join(folder, 'pages.json'), JSON.stringify({ pages, watchdog } satisfies BuiltPages))
}

/** Writes the style sheet for old browsers beside the one that it is made from. Returns its path. */
async function writeOldSheet(sheet: string): Promise<string> {
  const css = forOldBrowsers(await readFile(join(staging, sheet), 'utf8'))
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8)
  const path = `assets/old-${hash}.css`
  await writeFile(join(staging, path), css)
  return path
}
