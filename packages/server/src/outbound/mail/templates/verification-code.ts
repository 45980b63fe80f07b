import type { Scene } from '@kerf/contract/fields'
import * as m from '@kerf/locales/messages'
import type { MailContent } from './mail-content.ts'
import { type MailTemplate, quiet, type TemplateContext, text } from './mail-template.ts'

type Content = Extract<MailContent, { template: 'code' }>

const HEADINGS = {
  login: m.mail_code_heading_login,
  register: m.mail_code_heading_register,
  findpwd: m.mail_code_heading_findpwd,
  bind: m.mail_code_heading_bind,
  delete: m.mail_code_heading_delete,
  setpwd: m.mail_code_heading_setpwd,
  verify: m.mail_code_heading_verify,
} as const satisfies Record<Scene, unknown>

const INTROS = {
  login: m.mail_code_intro_login,
  register: m.mail_code_intro_register,
  findpwd: m.mail_code_intro_findpwd,
  bind: m.mail_code_intro_bind,
  delete: m.mail_code_intro_delete,
  setpwd: m.mail_code_intro_setpwd,
  verify: m.mail_code_intro_verify,
} as const satisfies Record<Scene, unknown>

/** Scenes that need a session: a code that the owner did not request means that somebody else is signed in. */
const SIGNED_IN: ReadonlySet<string> = new Set<Scene>(['delete', 'setpwd', 'verify'])

const asScene = (scene: string): Scene => (Object.hasOwn(HEADINGS, scene) ? (scene as Scene) : 'verify')

/** The subject contains the code, because phones offer it from the notification. */
export function verificationCodeTemplate(
  { code, scene, minutes }: Content,
  { options, brand }: TemplateContext,
): MailTemplate {
  const known = asScene(scene)
  const notYou = SIGNED_IN.has(known) ? m.mail_code_not_you_signed_in : m.mail_code_not_you
  return {
    subject: m.mail_code_subject({ code, brand }, options),
    heading: HEADINGS[known]({ brand }, options),
    blocks: [
      text(INTROS[known]({}, options)),
      { kind: 'code', code },
      text(m.mail_code_validity({ minutes, brand }, options)),
      quiet(notYou({}, options)),
    ],
  }
}
