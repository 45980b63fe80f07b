/** Interface languages (specification 3): zh and zh-CN mean zh, anything else en. */
export type Language = 'en' | 'zh'
export const LANGUAGES = ['en', 'zh'] as const satisfies readonly Language[]

export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'zh'

/** The literal mapping of the cookie and of `l`. */
export const toLanguage = (value: string): Language => (value === 'zh' || value === 'zh-CN' ? 'zh' : 'en')

/** The first wish of a browser's list (`zh-Hans-CN`, `zh-TW` … mean zh here, since a browser names regions). */
export const browserLanguage = (acceptLanguage: string): Language =>
  /^\s*zh\b/i.test(acceptLanguage) ? 'zh' : 'en'
