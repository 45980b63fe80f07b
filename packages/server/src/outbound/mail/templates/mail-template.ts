/** Content of a mail without its layout. The text part and the HTML part are both rendered from it. */

export type Block =
  | { readonly kind: 'text'; readonly text: string; readonly quiet?: boolean }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'details'; readonly details: readonly (readonly [label: string, value: string])[] }
  /** the one action of the mail */
  | { readonly kind: 'button'; readonly label: string; readonly href: string }
  /** a second way, after the action */
  | { readonly kind: 'link'; readonly label: string; readonly href: string }

export interface MailTemplate {
  readonly subject: string
  readonly heading: string
  readonly blocks: readonly Block[]
}

export const text = (value: string): Block => ({ kind: 'text', text: value })
/** Small print. */
export const quiet = (value: string): Block => ({ kind: 'text', text: value, quiet: true })
/** Unknown values ('') are left out. */
export const details = (...entries: readonly (readonly [label: string, value: string])[]): Block => ({
  kind: 'details',
  details: entries.filter(([, value]) => value !== ''),
})
export const link = (label: string, href: string): Block => ({ kind: 'link', label, href })
export const button = (label: string, href: string): Block => ({ kind: 'button', label, href })

/** Context of every template. */
export interface TemplateContext {
  readonly options: { readonly locale: 'en' | 'zh' }
  /** the brand's name in the language of the mail */
  readonly brand: string
  /** absolute URL of a portal page, based on the configured PUBLIC_URL only (S-029) */
  readonly link: (
    page:
      | 'login'
      | 'register'
      | 'findpwd'
      | 'not-me'
      | 'allow-login'
      | 'confirm-email'
      | `certificate/${string}`,
  ) => string
}
