/** Renders a queued mail. Pure: the same mail always renders the same. */
import type { LoadedBrand } from '@kerf/brands/registry'
import type { MailImage } from './mail-transport.ts'
import { oneLine } from './one-line.ts'
import type { Mail } from './queue-mail.ts'
import { MARK_CID, renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { accountChangeTemplate } from './templates/account-change.ts'
import { accountDeletedTemplate } from './templates/account-deleted.ts'
import { alreadyRegisteredTemplate } from './templates/already-registered.ts'
import type { MailContent } from './templates/mail-content.ts'
import type { MailTemplate, TemplateContext } from './templates/mail-template.ts'
import { newBrowserTemplate } from './templates/new-browser.ts'
import { noAccountTemplate } from './templates/no-account.ts'
import { operatorTemplate } from './templates/operator.ts'
import { verificationCodeTemplate } from './templates/verification-code.ts'

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** the brand's mark: many mail programs show neither SVG nor pictures from a server */
  readonly images: readonly MailImage[]
}

/** The brand of a code, or the default brand. */
export type BrandOf = (code: string) => Pick<LoadedBrand, 'brand' | 'markPng'>

function applyTemplate(content: MailContent, context: TemplateContext): MailTemplate {
  switch (content.template) {
    case 'code':
      return verificationCodeTemplate(content, context)
    case 'already_registered':
      return alreadyRegisteredTemplate(context)
    case 'no_account':
      return noAccountTemplate(context)
    case 'account_deleted':
      return accountDeletedTemplate(content, context)
    case 'support_benefit_given':
    case 'support_benefit_taken':
    case 'support_redemption_undone':
    case 'support_redemption_voided':
    case 'support_course_credited':
    case 'support_certificate':
    case 'support_unlocked':
    case 'support_restored':
    case 'support_merged':
    case 'support_merged_away':
    case 'operator_default_password':
    case 'operator_sessions_ended':
    case 'operator_email_changed':
    case 'operator_factor_removed':
    case 'operator_deleted':
      return operatorTemplate(content, context)
    case 'new_device':
      return newBrowserTemplate(content, context)
    default:
      return accountChangeTemplate(content, context)
  }
}

/** `publicUrl`: the configured PUBLIC_URL, never a request header (S-029). */
export function renderMail(
  { lang, brand: code, content }: Mail,
  brandOf: BrandOf,
  publicUrl: URL,
): RenderedMail {
  const { brand, markPng } = brandOf(code)
  const template = applyTemplate(content, {
    options: { locale: lang },
    brand: brand.name[lang],
    link: page => new URL(`/${lang}/${page}?o=${encodeURIComponent(brand.code)}`, publicUrl).href,
  })
  return {
    subject: oneLine(template.subject),
    text: renderText(template, brand, lang),
    html: renderHtml(template, brand, lang),
    images: [{ cid: MARK_CID, png: markPng }],
  }
}
