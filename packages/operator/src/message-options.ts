/** What `message` and `announcement` share: their options, and how a message is shown before it is sent. */
import { type OptionHelp, text, type Values } from './command.ts'
import { isoTime } from './iso-time.ts'
import { moment } from './moment.ts'
import { drawMarkdown, PLAIN, STYLED } from './terminal-markdown.ts'

export const CONTENT_OPTIONS = {
  'title-en': { type: 'string', value: 'TEXT', help: 'title in English; one language at least' },
  'title-zh': { type: 'string', value: 'TEXT', help: 'title in Chinese' },
  'body-en': { type: 'string', value: 'MARKDOWN', help: 'text in English' },
  'body-zh': { type: 'string', value: 'MARKDOWN', help: 'text in Chinese' },
  link: { type: 'string', value: 'URL', help: 'https address to go on to' },
  picture: { type: 'string', value: 'URL', help: 'https address on the portal’s or a brand’s origin' },
  from: { type: 'string', value: 'DATE', help: 'shown from then on; YYYY-MM-DD (UTC) or a full ISO time' },
  until: { type: 'string', value: 'DATE', help: 'shown until then; else without an end' },
  preview: { type: 'boolean', help: 'only shows what it will look like' },
} as const satisfies Record<string, OptionHelp>

/** Throws a UsageError. */
export const contentOf = (values: Values) => ({
  title: { en: text(values, 'title-en'), zh: text(values, 'title-zh') },
  body: { en: text(values, 'body-en'), zh: text(values, 'body-zh') },
  link: text(values, 'link'),
  picture: text(values, 'picture'),
  from: moment(values, 'from') ?? null,
  until: moment(values, 'until') ?? null,
})

interface Shown {
  readonly texts: Readonly<Partial<Record<'en' | 'zh', { readonly title: string; readonly body: string }>>>
  readonly link: string | null
  readonly picture: string | null
}

/** In each language that there is. */
export function preview({ texts, link, picture }: Shown): string {
  const styles = process.stdout.isTTY ? STYLED : PLAIN
  return (['en', 'zh'] as const)
    .flatMap(language => {
      const words = texts[language]
      if (!words) return []
      const lines = [
        styles.bold(words.title),
        picture && styles.faint(`[${picture}]`),
        words.body && drawMarkdown(words.body, styles),
        link && styles.faint(`→ ${link}`),
      ]
      const box = lines.filter(Boolean).join('\n\n').split('\n')
      return [[`┌ ${language}`, ...box.map(line => `│ ${line}`.trimEnd()), '└'].join('\n')]
    })
    .join('\n')
}

export const window = ({ from, until }: { readonly from: number; readonly until: number | null }): string =>
  `from ${isoTime(from)}${until === null ? '' : ` until ${isoTime(until)}`}`

export const titleOf = (texts: Shown['texts']): string => texts.en?.title ?? texts.zh?.title ?? ''
