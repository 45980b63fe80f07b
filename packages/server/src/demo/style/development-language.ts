/** Language of a development page: its parameter `l`, otherwise the first language of the browser. */
import { browserLanguage, type Language, toLanguage } from '@kerf/contract/language'
import type { FastifyRequest } from 'fastify'

export const pageLanguage = ({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Language => {
  const { l } = query as { readonly l?: unknown }
  return typeof l === 'string' ? toLanguage(l) : browserLanguage(headers['accept-language'] ?? '')
}

/** The same page in the other language. */
export const otherLanguageLink = (language: Language): string =>
  language === 'en' ? '<a href="?l=zh" lang="zh">中文</a>' : '<a href="?l=en" lang="en">English</a>'
