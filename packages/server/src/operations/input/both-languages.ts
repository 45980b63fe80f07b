/** Texts in both languages at once, for readers whose language the operation does not know. */
import type { Language } from '@kerf/contract/language'

export type BothLanguages = Readonly<Record<Language, string>>
/** What a text names; a value that differs by language has both. */
export type TextValue = string | number | BothLanguages
export type TextValues = Readonly<Record<string, TextValue>>

export function inBothLanguages(
  message: (values: never, options: { readonly locale: Language }) => string,
  values: TextValues = {},
): BothLanguages {
  const text = (locale: Language): string =>
    message(
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'object' ? value[locale] : value,
        ]),
      ) as never,
      { locale },
    )
  return { en: text('en'), zh: text('zh') }
}

/** Sentences after each other. */
export const joinTexts = (texts: readonly BothLanguages[]): BothLanguages => ({
  en: texts.map(({ en }) => en).join(' '),
  zh: texts.map(({ zh }) => zh).join(''),
})
