/** Shortens the generated message functions. The browser uses one language at a time and never passes a locale option. */
import type { Plugin } from 'vite'

const MODULE = /\/locales\/generated\/messages\/(\w+)\.js$/
const TEXT =
  /const (en|zh)_\w+ = [\s\S]*?=> \{\s*return \/\*\* @type \{LocalizedString\} \*\/ \((`(?:[^`\\]|\\.)*`)\)\s*\};/g

/** Returns a short module for a plain text in both languages. Returns undefined for any other message. */
export function shortenText(name: string, code: string): string | undefined {
  const texts = new Map(Array.from(code.matchAll(TEXT), ([, language, text]) => [language, text]))
  const [en, zh] = [texts.get('en'), texts.get('zh')]
  const plain = en !== undefined && zh !== undefined && code.includes(`export const ${name} =`)
  if (!plain) return undefined
  return `import { getLocale } from '../runtime.js'\nexport const ${name} = i => getLocale() === 'zh' ? ${zh} : ${en}\n`
}

export const shortTexts: Plugin = {
  name: 'kerf-short-texts',
  enforce: 'pre',
  transform(code, id) {
    const name = MODULE.exec(id)?.[1]
    const short = name === undefined ? undefined : shortenText(name, code)
    return short === undefined ? null : { code: short, map: null }
  },
}
