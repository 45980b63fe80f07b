import type { AnyErrorName } from '@kerf/contract/errors'
import * as m from '@kerf/locales/messages'
import { AppLink } from '../../lib/app-link.tsx'
import { channelName } from '../../lib/channel-name.ts'
import { type CodePart, useCodeLink } from '../../lib/code-link.ts'
import { useForm } from '../../lib/form.ts'
import { email } from '../../lib/rules.ts'
import { Button } from '../../ui/button/button.tsx'
import { FaultNotice } from '../../ui/fault-notice/fault-notice.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { type ConnectCallbacks, connectAccount } from './connect-account.ts'
import styles from './steps.module.css'
import type { SocialFlow } from './use-social-flow.ts'

interface Props extends ConnectCallbacks {
  flow: string
  about: SocialFlow
  codePart: CodePart
}

/** the mailbox has an account: known beforehand, or by a lost race */
const TAKEN: readonly (AnyErrorName | undefined)[] = ['email_has_connected', 'has_account']

/** Asks for a mailbox and its proof, where the provider gave none. */
export function EmailForm({ flow, about, codePart: CodePart, ...ends }: Props) {
  const link = useCodeLink()
  const form = useForm<'email' | 'captcha'>({
    rules: { email, captcha: link.rule },
    fieldOf: {
      has_account: 'email',
      invalid_email: 'email',
      email_has_connected: 'email',
      incorrect_code: 'captcha',
      code_expired: 'captcha',
    },
    send({ email, captcha }, signal) {
      const given = { flow, email: email.trim(), captcha: captcha.trim(), nonce: link.nonce() }
      return connectAccount(given, ends, signal)
    },
  })
  const isTaken = TAKEN.includes(form.fault?.errorName)
  return (
    <form {...form.props} className={styles.form}>
      <TextField
        name="email"
        type="email"
        label={m.login_email()}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={form.error('email')}
      />
      <CodePart scene="bind" form={form} link={link} />
      {isTaken ? (
        <Notice tone="info" role="status">
          {m.social_email_taken({ name: channelName(about.channel) })}{' '}
          <AppLink to="login">{m.social_email_taken_go()}</AppLink>
        </Notice>
      ) : (
        <FaultNotice fault={form.fault} />
      )}
      <Button type="submit" wide pending={form.pending}>
        {m.social_email_submit()}
      </Button>
    </form>
  )
}
