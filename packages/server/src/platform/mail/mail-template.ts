/** What a template says, before it is known how it looks: text part and HTML are both made of it, so they agree. */

export type Block =
  | { readonly kind: 'text'; readonly text: string; readonly quiet?: boolean }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'button'; readonly label: string; readonly href: string }

export interface MailTemplate {
  readonly subject: string
  readonly heading: string
  readonly blocks: readonly Block[]
}

export const text = (value: string): Block => ({ kind: 'text', text: value })
/** Small print. */
export const quiet = (value: string): Block => ({ kind: 'text', text: value, quiet: true })
export const button = (label: string, href: string): Block => ({ kind: 'button', label, href })

/** What every template gets besides its own content. */
export interface TemplateContext {
  readonly options: { readonly locale: 'en' | 'zh' }
  /** the brand's name in the language of the mail */
  readonly brand: string
  /** absolute address of a page of the portal, from the configured PUBLIC_URL only (S-029) */
  readonly link: (page: 'login' | 'register' | 'findpwd' | 'not-me') => string
}
