/** The terms and the privacy policy, each language a chunk of its own: hundreds of sentences no other page needs. */
import type { LegalText } from './legal-text.ts'

export type { LegalBlock, LegalText } from './legal-text.ts'
export type LegalName = 'terms' | 'privacy'

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
