import * as m from '@kerf/locales/messages'
import type { RenewedCards } from './mail-content.ts'
import { type MailTemplate, type TemplateContext, text } from './mail-template.ts'

export const cardBlocks = (cards: RenewedCards = [], { options }: Pick<TemplateContext, 'options'>) =>
  cards.map(renewed => text(m.mail_deleted_card(renewed, options)))

/** The last mail to the account, without links. */
export function accountDeletedTemplate(
  { cards }: { readonly cards?: RenewedCards },
  { options, brand }: TemplateContext,
): MailTemplate {
  return {
    subject: m.mail_account_deleted_subject({ brand }, options),
    heading: m.mail_account_deleted_heading({}, options),
    blocks: [
      text(m.mail_account_deleted_body({ brand }, options)),
      text(m.mail_account_deleted_again({}, options)),
      ...cardBlocks(cards, { options }),
    ],
  }
}
