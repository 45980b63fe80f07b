import type { SecondStepMethod } from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import type { LocalizedText } from '../../lib/api/error-texts.ts'
import type { FieldRule } from '../../lib/form/field-rules.ts'
import { verificationCodeRule } from '../../lib/form/lazy-field-rules.ts'
import { Button, type ButtonProps } from '../../ui/button/button.tsx'
import { CodeField } from '../../ui/code-field/code-field.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import styles from './factor-fields.module.css'

export const factorCodeRule =
  (method: SecondStepMethod): FieldRule =>
  (value, others) => {
    if (method === 'totp') return verificationCodeRule(value, others)
    return value.trim() === '' ? m.field_code_required : undefined
  }

interface Props {
  method: SecondStepMethod
  error: string | undefined
  /** the code of the authenticator app is complete */
  onComplete(): void
}

const LEADS: Readonly<Record<SecondStepMethod, LocalizedText>> = {
  totp: m.second_step_lead_totp,
  recovery: m.second_step_lead_recovery,
}

const CHOICES: Readonly<Record<SecondStepMethod, LocalizedText>> = {
  totp: m.second_step_use_totp,
  recovery: m.second_step_use_recovery,
}

/** The field `code` of a second factor. */
export function FactorFields({ method, error, onComplete }: Props) {
  return (
    <>
      <p>{LEADS[method]()}</p>
      {method === 'totp' ? (
        <CodeField
          key="totp"
          name="code"
          label={m.second_step_code()}
          error={error}
          onComplete={onComplete}
          data-autofocus=""
        />
      ) : (
        <TextField
          key={method}
          name="code"
          label={m.second_step_recovery_code()}
          error={error}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus=""
        />
      )}
    </>
  )
}

interface OtherFactorsProps {
  method: SecondStepMethod
  methods: readonly SecondStepMethod[]
  onMethod(method: SecondStepMethod): void
}

/** Buttons for the other methods of the account. */
export const OtherFactors = ({ method, methods, onMethod }: OtherFactorsProps) =>
  methods
    .filter(other => other !== method)
    .map(other => <OtherWay key={other} label={CHOICES[other]()} onClick={() => onMethod(other)} />)

interface OtherWayProps extends Pick<ButtonProps, 'disabled' | 'pending'> {
  label: string
  onClick(): void
}

export const OtherWay = ({ label, ...button }: OtherWayProps) => (
  <div className={styles.other}>
    <Button {...button} variant="quiet" size="small">
      {label}
    </Button>
  </div>
)
