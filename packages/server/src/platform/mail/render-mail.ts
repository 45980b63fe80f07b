/** A queued mail → what is sent. Pure: the same mail always reads the same. */
import type { Brand } from '@kerf/brands/brand'
import * as m from '@kerf/locales/messages'
import { oneLine } from './clean.ts'
import type { Letter, LetterContext } from './letter.ts'
import type { Mail, MailContent } from './queue-mail.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { accountChangeLetter } from './templates/account-change.ts'
import { accountDeletedLetter } from './templates/account-deleted.ts'
import { alreadyRegisteredLetter } from './templates/already-registered.ts'
import { codeLetter } from './templates/code.ts'
import { newDeviceLetter } from './templates/new-device.ts'
import { noAccountLetter } from './templates/no-account.ts'
import { operatorLetter } from './templates/operator.ts'

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The brand of a code; the default brand for one that is unknown (decisions 3). */
export type BrandOf = (code: string) => Brand

function write(content: MailContent, context: LetterContext): Letter {
  switch (content.template) {
    case 'code':
      return codeLetter(content, context)
    case 'already_registered':
      return alreadyRegisteredLetter(context)
    case 'no_account':
      return noAccountLetter(context)
    case 'account_deleted':
      return accountDeletedLetter(context)
    case 'operator_default_password':
    case 'operator_sessions_ended':
    case 'operator_deleted':
      return operatorLetter(content, context)
    case 'new_device':
      return newDeviceLetter(content, context)
    default:
      return accountChangeLetter(content, context)
  }
}

/** `publicUrl`: the configured PUBLIC_URL, never what a request said (S-029). */
export function renderMail(
  { lang, brand: code, content }: Mail,
  brandOf: BrandOf,
  publicUrl: URL,
): RenderedMail {
  const brand = brandOf(code)
  const letter = write(content, {
    options: { locale: lang },
    brand: brand.name[lang],
    link: page => new URL(`/${lang}/${page}?o=${encodeURIComponent(brand.code)}`, publicUrl).href,
  })
  const footer = m.mail_footer({ brand: brand.name[lang], help: brand.helpUrl }, { locale: lang })
  return {
    subject: oneLine(letter.subject),
    text: renderText(letter, footer),
    html: renderHtml(letter, footer, brand, lang),
  }
}
