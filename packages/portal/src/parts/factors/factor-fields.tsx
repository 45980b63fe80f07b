import type { SecondStepMethod } from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import type { LocalizedText } from '../../lib/api/error-texts.ts'
import type { FieldRule } from '../../lib/form/field-rules.ts'
import { verificationCodeRule } from '../../lib/form/lazy-field-rules.ts'
import { CodeField } from '../../ui/code-field/code-field.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import { OtherWay } from '../../ui/other-ways/other-ways.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'

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

const ICONS = {
  totp: /* @__PURE__ */ icon(
    path(
      'M6 4a1.5 1.5 0 0 1 1.5-1.5h5A1.5 1.5 0 0 1 14 4v12a1.5 1.5 0 0 1-1.5 1.5h-5A1.5 1.5 0 0 1 6 16zM9 14.5h2',
    ),
  ),
  recovery: /* @__PURE__ */ icon(path('M4.5 3h11v14h-11zM7.5 7h5M7.5 10h5M7.5 13h3')),
} as const

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
          placeholder="xxxxx-xxxxx"
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

/** Rows for the other methods of the account. */
export const OtherFactors = ({ method, methods, onMethod }: OtherFactorsProps) =>
  methods
    .filter(other => other !== method)
    .map(other => (
      <OtherWay key={other} Icon={ICONS[other]} label={CHOICES[other]()} onClick={() => onMethod(other)} />
    ))
