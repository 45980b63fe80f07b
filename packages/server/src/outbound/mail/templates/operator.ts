import * as m from '@kerf/locales/messages'
import { cardBlocks } from './account-deleted.ts'
import type { OperatorContent } from './mail-content.ts'
import { type Block, button, type MailTemplate, quiet, type TemplateContext, text } from './mail-template.ts'

/** Subject, heading and body of each operation. */
function textsOf(
  content: OperatorContent,
  { options, brand }: TemplateContext,
): readonly [string, string, string] {
  const changed = (body: string): readonly [string, string, string] => [
    m.mail_support_subject({ brand }, options),
    m.mail_support_heading({}, options),
    body,
  ]
  const merged = (body: string): readonly [string, string, string] => [
    m.mail_support_merged_subject({ brand }, options),
    m.mail_support_merged_heading({}, options),
    body,
  ]
  switch (content.template) {
    case 'support_benefit_given':
      return changed(m.mail_support_benefit_given({ benefit: content.benefit[options.locale] }, options))
    case 'support_benefit_taken':
      return changed(m.mail_support_benefit_taken({ benefit: content.benefit[options.locale] }, options))
    case 'support_redemption_undone':
      return changed(m.mail_support_redemption_undone({ benefit: content.benefit[options.locale] }, options))
    case 'support_redemption_voided':
      return changed(m.mail_support_redemption_voided({ benefit: content.benefit[options.locale] }, options))
    case 'support_course_credited':
      return changed(m.mail_support_course_credited({ course: content.course[options.locale] }, options))
    case 'support_unlocked':
      return changed(m.mail_support_unlocked({}, options))
    case 'support_merged': {
      const { from, second } = content
      return merged((second ? m.mail_support_merged_second : m.mail_support_merged_body)({ from }, options))
    }
    case 'support_merged_away':
      return merged(m.mail_support_merged_away({ into: content.into }, options))
    case 'support_restored':
      return [
        m.mail_support_restored_subject({ brand }, options),
        m.mail_support_restored_heading({}, options),
        m.mail_support_restored_body({}, options),
      ]
    case 'support_certificate': {
      const { course, number } = content
      return [
        m.mail_support_certificate_subject({ brand }, options),
        m.mail_support_certificate_heading({}, options),
        m.mail_support_certificate_body({ course: course[options.locale], number }, options),
      ]
    }
    case 'operator_default_password':
      return [
        m.mail_password_reset_subject({ brand }, options),
        m.mail_password_reset_heading({}, options),
        m.mail_operator_password_body({ account: content.account }, options),
      ]
    case 'operator_sessions_ended':
      return [
        m.mail_operator_sessions_subject({ brand }, options),
        m.mail_operator_sessions_heading({}, options),
        m.mail_operator_sessions_body({ count: content.count }, options),
      ]
    case 'operator_email_changed':
      return [
        m.mail_email_changed_subject({ brand }, options),
        m.mail_email_changed_heading({}, options),
        m.mail_operator_email_body({ to: content.to }, options),
      ]
    case 'operator_factor_removed':
      return [
        m.mail_factor_removed_subject({ brand }, options),
        m.mail_factor_removed_heading({}, options),
        m.mail_operator_factor_body({}, options),
      ]
    case 'operator_deleted':
      return [
        m.mail_account_deleted_subject({ brand }, options),
        m.mail_account_deleted_heading({}, options),
        m.mail_operator_deleted_body({ brand }, options),
      ]
  }
}

/** The one button of the mail. */
function actionOf(content: OperatorContent, { options, link }: TemplateContext): readonly Block[] {
  if (content.template === 'support_certificate')
    return [button(m.mail_action_certificate({}, options), link(`certificate/${content.number}`))]
  if (content.template === 'support_restored')
    return [button(m.mail_action_set_password({}, options), link('findpwd'))]
  return []
}

/** Without a "this was not me" link: the footer names the support contact. */
export function operatorTemplate(content: OperatorContent, context: TemplateContext): MailTemplate {
  const [subject, heading, body] = textsOf(content, context)
  const cards = content.template === 'operator_deleted' ? cardBlocks(content.cards, context) : []
  const action = actionOf(content, context)
  const footer = quiet(m.mail_operator_not_expected({}, context.options))
  return { subject, heading, blocks: [text(body), ...cards, ...action, footer] }
}
