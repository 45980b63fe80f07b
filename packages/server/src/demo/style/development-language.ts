/** Language of a development page: its parameter `l`, otherwise the first language of the browser. */
import { browserLanguage, type Language, toLanguage } from '@kerf/contract/language'
import type { FastifyRequest } from 'fastify'
import { escapeHtml } from '../../web/page-shell/escape.ts'

export const pageLanguage = ({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Language => {
  const { l } = query as { readonly l?: unknown }
  return typeof l === 'string' ? toLanguage(l) : browserLanguage(headers['accept-language'] ?? '')
}

/** The same page in the other language. `query`: of the page, besides its language. */
export function otherLanguageLink(language: Language, query: Readonly<Record<string, string>> = {}): string {
  const [other, name] = language === 'en' ? (['zh', '中文'] as const) : (['en', 'English'] as const)
  const search = new URLSearchParams({ ...query, l: other })
  return `<a href="?${escapeHtml(String(search))}" lang="${other}">${name}</a>`
}
