import * as m from '@kerf/locales/messages'
import { formatDevice, formatMoment, formatPlace } from '../facts.ts'
import { button, type Letter, type LetterContext, text } from '../letter.ts'
import type { MailContent } from '../queue-mail.ts'

type Content = Extract<MailContent, { template: 'new_device' }>

export function newDeviceLetter(content: Content, { options, brand, link }: LetterContext): Letter {
  const { locale } = options
  return {
    subject: m.mail_new_device_subject({ brand }, options),
    heading: m.mail_new_device_heading({}, options),
    blocks: [
      text(m.mail_new_device_body({}, options)),
      {
        kind: 'facts',
        facts: [
          [m.mail_fact_time({}, options), formatMoment(content.at, locale)],
          [m.mail_fact_device({}, options), formatDevice(content.application, content.platform, locale)],
          [m.mail_fact_place({}, options), formatPlace(content.place, locale)],
          [m.mail_fact_address({}, options), content.ip],
        ],
      },
      text(m.mail_not_me({}, options)),
      button(m.mail_action_not_me({}, options), `${link('not-me')}#${content.notMe}`),
    ],
  }
}
