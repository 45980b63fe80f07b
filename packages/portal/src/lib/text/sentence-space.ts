import { getLanguage } from '../page/language.ts'

/** Between two sentences. A full stop of Chinese brings its own. */
export const sentenceSpace = (): string => (getLanguage() === 'zh' ? '' : ' ')

/** One paragraph, without those that are missing. */
export const joinSentences = (sentences: readonly (string | false | undefined)[]): string =>
  sentences.filter(Boolean).join(sentenceSpace())
