import * as m from '@kerf/locales/messages'
import { useForm } from '../../lib/form/use-form.ts'
import { Button } from '../../ui/button/button.tsx'
import { Choice } from '../../ui/choice/choice.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import styles from './consent.module.css'

interface Props {
  onAllow(): Promise<void>
  onDeny(): Promise<void>
  denyText: string
  /** neither answer is suggested: both have the same look */
  isNeutral?: boolean
  /** false: something is to be chosen first */
  canAllow?: boolean
}

/** The two answers to an app's request, side by side. While one is sent, the other cannot be given. */
export function AllowOrDeny({ onAllow, onDeny, denyText, isNeutral = false, canAllow = true }: Props) {
  const allow = useForm<never>({ rules: {}, send: onAllow })
  const deny = useForm<never>({ rules: {}, send: onDeny })
  const answers = [
    { form: deny, text: denyText, disabled: allow.pending, variant: 'secondary' },
    {
      form: allow,
      text: m.authorize_allow(),
      disabled: deny.pending || !canAllow,
      variant: isNeutral ? 'secondary' : 'primary',
    },
  ] as const
  return (
    <div className={styles.foot}>
      <ErrorNotice error={allow.submitError ?? deny.submitError} />
      <Choice>
        {answers.map(({ form, text, disabled, variant }) => (
          <form key={text} {...form.props} aria-label={text}>
            <Button type="submit" variant={variant} wide pending={form.pending} disabled={disabled}>
              {text}
            </Button>
          </form>
        ))}
      </Choice>
    </div>
  )
}
