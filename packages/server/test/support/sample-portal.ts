/** A portal with one line for each page, for tests that need pages but no browser. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLACEHOLDERS, placeholder } from '@kerf/contract/page-template'
import { SCANNER_PAGE, VISITOR_PAGES } from '@kerf/contract/portal-routes'
import { useFolder } from './use-folder.ts'

/** Contains every placeholder as text and as an attribute, as built pages do. */
const page =
  `<!doctype html><html lang="en"${placeholder('rootAttributes')}><head>${placeholder('head')}</head><body>` +
  PLACEHOLDERS.filter(name => !['rootAttributes', 'head', 'pageData'].includes(name))
    .map(name => `<p title="${placeholder(name)}">${placeholder(name)}</p>`)
    .join('') +
  `<script type="application/json" id="page-data">${placeholder('pageData')}</script></body></html>`

/** Returns the folder, which the end of the file's tests removes. */
export function useSamplePortal(): string {
  const folder = useFolder('portal')
  for (const name of ['pages', 'assets']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'pages/page.html'), page)
  writeFileSync(join(folder, 'assets/a-1234.js'), 'export {}')
  const names = ['en', 'zh'].flatMap(language =>
    [...VISITOR_PAGES, SCANNER_PAGE, 'shell'].map(name => `${language}/${name}`),
  )
  const pages = Object.fromEntries(names.map(name => [name, { file: 'page.html', styles: ['sha256-built'] }]))
  writeFileSync(join(folder, 'pages/pages.json'), JSON.stringify({ pages }))
  return folder
}
