import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '@kerf/contract/language'
import { PAGE_DATA_ID } from '@kerf/contract/page-data'
import { placeholder, SKELETON_ID } from '@kerf/contract/page-template'
import { unsupported_action, unsupported_text } from '@kerf/locales/messages'
import { criticalCss } from './critical-css.ts'
import { forOldBrowsers } from './old-css.ts'
import type { PageFiles } from './page-files.ts'
import { staging } from './paths.ts'

export interface Document {
  readonly language: Language
  readonly title: string
  /** Prerendered markup. Undefined for a page that the browser renders. */
  readonly body: string | undefined
  /** Markup that is shown until the browser has rendered the page. */
  readonly skeleton?: string
  readonly files: PageFiles
  /** scripts that a browser without the newest functions needs first; undefined: a page for current browsers */
  readonly oldBrowserScripts?: readonly string[] | undefined
}

/** The watchdog reads it: a page without it is for current browsers. */
const OLD_BROWSER_ATTRIBUTE = ' data-old'

/** Plain colors: browsers below the supported ones may have no custom properties. `notice.ts` sets the attribute. */
const UNSUPPORTED_STYLE =
  '#unsupported{display:none}[data-unsupported] #unsupported{display:block;padding:16px;background:#fbf0dc;color:#1c1a17;' +
  'font:16px/1.5 sans-serif}#unsupported p{margin:0 0 8px}#unsupported a{color:#0b5a37}'

/** In both languages, before the form. Without a script too, the link leaves out tokens and tickets of the address. */
const unsupportedNotice = (): string =>
  [
    '<div id="unsupported" role="alert">',
    ...LANGUAGES.map(
      locale =>
        `<p lang="${locale}">${unsupported_text({}, { locale })} ` +
        `<a href="?${placeholder('moreQuery')}" target="_blank" rel="noopener">${unsupported_action({}, { locale })}</a></p>`,
    ),
    '</div>',
  ].join('')

const criticalStyles = new Map<string, Promise<string>>()

/** Pages of a language that the browser renders have the same root, and so the same rules. */
function criticalStyleOf(sheet: string, root: string, language: Language): Promise<string> {
  const key = `${language} ${sheet} ${root}`
  const style =
    criticalStyles.get(key) ??
    readFile(join(staging, sheet), 'utf8').then(content => criticalCss(content, root, language))
  criticalStyles.set(key, style)
  return style
}

/** Creates a page template with placeholders, and the hash of its inline style for the Content-Security-Policy. */
export async function makeDocument({ language, title, body, skeleton, files, oldBrowserScripts }: Document) {
  const root = body === undefined ? '<div id="root"></div>' : `<div id="root" data-page>${body}</div>`
  const critical = await criticalStyleOf(files.sheet, root, language)
  const style = oldBrowserScripts ? forOldBrowsers(critical) + UNSUPPORTED_STYLE : critical
  // A prerendered page must paint before the complete sheet has loaded: `print` does not block, and the script enables the
  // sheet. A skeleton waits for it.
  const media = body === undefined ? '' : ' media="print"'
  const html = [
    `<!doctype html><html lang="${language}"${oldBrowserScripts ? OLD_BROWSER_ATTRIBUTE : ''}${placeholder('rootAttributes')}><head><meta charset="utf-8">`,
    `<title>${title}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    placeholder('head'),
    `<link rel="preload" as="font" href="/${files.typeface}" crossorigin>`,
    `<style>${style}</style>`,
    `<link rel="stylesheet" href="/${files.sheet}"${media}>`,
    ...(oldBrowserScripts ?? []).map(file => `<script src="/${file}"></script>`),
    `<script type="module" src="/${files.entry}"></script>`,
    ...files.scripts.map(file => `<link rel="modulepreload" href="/${file}">`),
    `</head><body>${oldBrowserScripts ? unsupportedNotice() : ''}${root}`,
    skeleton === undefined ? '' : `<div id="${SKELETON_ID}">${skeleton}</div>`,
    `<script type="application/json" id="${PAGE_DATA_ID}">${placeholder('pageData')}</script>`,
    '</body></html>',
  ].join('')
  const hash = createHash('sha256').update(style).digest('base64')
  return { html, styles: [`sha256-${hash}`] }
}
