/** The terms and the privacy policy, each language a chunk of its own: hundreds of sentences no other page needs. */

export type LegalName = 'terms' | 'privacy'

/** `{product}`, `{company}` and `{help}` in a text stand for what the page's brand says. */
export type LegalBlock =
  | string
  | { readonly list: readonly string[] }
  | { readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] } }

export interface LegalSection {
  /** its anchor in the page's address: never changed, since others link to it */
  readonly id: string
  readonly title: string
  readonly body: readonly LegalBlock[]
}

export interface LegalText {
  /** the whole in three sentences */
  readonly summary: readonly string[]
  readonly sections: readonly LegalSection[]
}

type Load = () => Promise<{ readonly text: LegalText }>

const TEXTS: Record<LegalName, Record<'en' | 'zh', Load>> = {
  terms: {
    en: () => import('./en/terms.ts'),
    zh: () => import('./zh/terms.ts'),
  },
  privacy: {
    en: () => import('./en/privacy.ts'),
    zh: () => import('./zh/privacy.ts'),
  },
}

export const loadLegalText = async (name: LegalName, language: 'en' | 'zh'): Promise<LegalText> =>
  (await TEXTS[name][language]()).text
