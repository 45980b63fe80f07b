import { getLanguage } from '../page/language.ts'

/** Between two sentences. A full stop of Chinese brings its own. */
export const sentenceSpace = (): string => (getLanguage() === 'zh' ? '' : ' ')
