import * as m from '@kerf/locales/messages'
import { agreementRule } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { AgreementField } from '../../parts/agreement/agreement-field.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { type ConnectCallbacks, linkIdentity } from './link-identity.ts'
import styles from './steps.module.css'
import type { SocialFlow } from './use-social-flow.ts'

interface Props extends ConnectCallbacks {
  flow: string
  about: SocialFlow
}

/** Asks for the agreement to the present legal documents, which is all that a verified social sign-in still needs. */
export function AgreementForm({ flow, about, ...ends }: Props) {
  const form = useForm<'agreement'>({
    rules: { agreement: agreementRule },
    send: (_, signal) => linkIdentity({ flow, agreement: true }, about, ends, signal),
  })
  return (
    <form {...form.props} className={styles.form}>
      <AgreementField error={form.error('agreement')} />
      <ErrorNotice error={form.submitError} />
      <Button type="submit" wide pending={form.pending}>
        {m.social_agreement_submit()}
      </Button>
    </form>
  )
}
