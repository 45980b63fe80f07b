import * as m from '@kerf/locales/messages'
import { placeName } from '../../../platform/geo/place-name.ts'
import { formatBrowser, formatTime } from './format-sign-in.ts'
import type { MailContent } from './mail-content.ts'
import { button, details, type MailTemplate, type TemplateContext, text } from './mail-template.ts'

type Content = Extract<MailContent, { template: 'new_device' }>

export function newBrowserTemplate(
  content: Content,
  { options, brand, link }: TemplateContext,
): MailTemplate {
  const { locale } = options
  return {
    subject: m.mail_new_device_subject({ brand }, options),
    heading: m.mail_new_device_heading({}, options),
    blocks: [
      text(m.mail_new_device_body({}, options)),
      details(
        [m.mail_fact_time({}, options), formatTime(content.at, locale, content.timeZone)],
        [m.mail_fact_device({}, options), formatBrowser(content, locale)],
        [m.mail_fact_place({}, options), placeName(content.place, locale)],
        [m.mail_fact_address({}, options), content.ip],
      ),
      text(m.mail_not_me({}, options)),
      button(m.mail_action_not_me({}, options), `${link('not-me')}#${content.notMe}`),
    ],
  }
}
