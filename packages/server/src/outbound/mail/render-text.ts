import type { Brand } from '@kerf/brands/brand'
import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { oneLine } from './one-line.ts'
import type { Block, MailTemplate } from './templates/mail-template.ts'

/** Between a label and its value. */
const COLON = { en: ': ', zh: '：' } as const satisfies Record<Language, string>

function renderBlock(block: Block, lang: Language): string {
  const colon = COLON[lang]
  switch (block.kind) {
    case 'text':
      return oneLine(block.text)
    case 'code':
      // On its own line and without a space, so that a double click selects it.
      return `    ${oneLine(block.code)}`
    case 'details':
      return block.details.map(([label, value]) => `${label}${colon}${oneLine(value)}`).join('\n')
    case 'button':
    case 'link':
      return `${block.label}${colon.trim()}\n${block.href}`
  }
}

/** The text part: the content of the HTML part in the same order. */
export const renderText = (template: MailTemplate, brand: Brand, lang: Language): string =>
  `${[
    oneLine(template.heading),
    ...template.blocks.map(block => renderBlock(block, lang)),
    `-- \n${brand.name[lang]}\n${m.mail_footer_automatic({}, { locale: lang })}\n${m.mail_footer_help({}, { locale: lang })} ${brand.helpUrl}\n${brand.legalName}`,
  ].join('\n\n')}\n`
