/** Writes the page templates of the server in both languages: each visitor page, and one shell for all other pages. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LANGUAGES } from '@kerf/contract/language'
import { type BuiltPages, placeholder } from '@kerf/contract/page-template'
import { VISITOR_PAGES } from '@kerf/contract/portal-routes'
import { makeDocument } from './document.ts'
import { filesOf, readManifest } from './page-files.ts'
import { rendererFolder, staging } from './paths.ts'

type Renderer = typeof import('../src/entry-prerender.tsx')

/** `watchdog` is the path that `buildWatchdog` returns. */
export async function prerender(watchdog: string): Promise<void> {
  const renderer: Renderer = await import(pathToFileURL(join(rendererFolder, 'entry-prerender.js')).href)
  const manifest = await readManifest()
  const folder = join(staging, 'pages')
  await mkdir(folder)
  const pages: Record<string, BuiltPages['pages'][string]> = {}

  async function write(name: string, { html, styles }: Awaited<ReturnType<typeof makeDocument>>) {
    const file = `${name.replace('/', '-')}.html`
    await writeFile(join(folder, file), html)
    pages[name] = { file, styles }
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
      await write(`${language}/${page}`, await makeDocument({ language, ...rendered, files }))
    }
    const files = filesOf(manifest, [])
    const shell = { language, title: placeholder('brandName'), body: undefined, files }
    await write(`${language}/shell`, await makeDocument(shell))
  }
  await writeFile(join(folder, 'pages.json'), JSON.stringify({ pages, watchdog } satisfies BuiltPages))
}
