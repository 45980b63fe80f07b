import { getLanguage } from '../../lib/page/language.ts'

/** One paragraph of sentences, without those that are empty. */
export const joinSentences = (sentences: readonly (string | false | undefined)[]): string =>
  sentences.filter(Boolean).join(getLanguage() === 'zh' ? '' : ' ')
