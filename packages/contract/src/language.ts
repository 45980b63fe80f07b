/** Interface languages. */
export type Language = 'en' | 'zh'
export const LANGUAGES = ['en', 'zh'] as const satisfies readonly Language[]

export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'zh'

/** Maps the cookie and the parameter `l`: zh and zh-CN mean zh, anything else en. */
export const toLanguage = (value: string): Language => (value === 'zh' || value === 'zh-CN' ? 'zh' : 'en')

/** Maps the first entry of Accept-Language. Browsers name regions, so any zh tag means zh. */
export const browserLanguage = (acceptLanguage: string): Language =>
  /^\s*zh\b/i.test(acceptLanguage) ? 'zh' : 'en'
