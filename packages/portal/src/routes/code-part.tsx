import { login_code, login_code_first } from '@kerf/locales/messages'
import type { CodePartProps } from '../features/login/code-part.ts'
import { GetCodeButton } from '../features/verification/GetCodeButton.tsx'
import { useEmailCode } from '../features/verification/use-email-code.tsx'
import type { FormOf } from '../lib/form.ts'
import { code as digits } from '../lib/later-rules.ts'
import { CodeField } from '../ui/CodeField.tsx'

/** Joins the code's field and the button that asks for one to a sign-in form. */
export function CodePart({ scene, kind = 'email', link, ...props }: CodePartProps) {
  const form = props.form as FormOf<'email' | 'account' | 'captcha'>
  const code = useEmailCode({
    scene,
    kind,
    receiver: () => form.value(kind),
    check: () => form.demand(kind),
    onSent: () => form.focus('captcha'),
    onFault: form.tell,
  })
  link.provide({
    nonce: code.nonce,
    rule: (value, others) => digits(value, others) ?? (code.nonce() ? undefined : login_code_first),
  })
  return (
    <CodeField
      name="captcha"
      label={login_code()}
      error={form.error('captcha')}
      hint={code.sent}
      action={<GetCodeButton code={code} />}
    />
  )
}
