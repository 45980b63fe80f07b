/**
 * State of a settings card. Saving sends the changed fields by one request after the other. Fields that fail stay
 * edited; fields that succeed become saved values.
 */
import type { FieldErrors } from '@kerf/contract/envelope'
import { type FormEvent, useEffect, useState } from 'react'
import { errorNameOf } from '../../lib/api/error-name.ts'
import type { LocalizedText } from '../../lib/api/error-texts.ts'
import type { FieldRule } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { patchAccount, reloadAccount } from '../../lib/session/current-account.ts'
import { changedFields, type Edits, type Normalizers, type Values, valuesOf, withoutSent } from './draft.ts'
import { useRegisterUnsaved } from './unsaved-fields.ts'

/** A request and the fields that it saves. */
export interface CardRequest<F extends string> {
  readonly fields: readonly F[]
  /** `changed`: the fields to save. Resolves to the saved part of the account. */
  send(values: Values<F>, changed: readonly F[], signal: AbortSignal): Promise<Partial<FullInfo>>
}

interface CardOptions<F extends string> {
  readonly known: Values<F>
  readonly clean?: Normalizers<F>
  readonly labels: Readonly<Record<F, LocalizedText>>
  readonly rules: Readonly<Record<F, FieldRule>>
  readonly requests: readonly CardRequest<F>[]
  /** error text of a value that the server rejects although the rules accept it */
  readonly rejected: Readonly<Record<F, LocalizedText>>
}

interface Outcome<F extends string> {
  readonly saved: readonly F[]
  readonly failed: readonly F[]
  /** values of the saved fields before */
  readonly before: Edits<F>
}

export function useSettingsCard<F extends string>(spec: CardOptions<F>) {
  const { known, clean, labels, requests } = spec
  const [edits, setEdits] = useState<Edits<F>>({} as Edits<F>)
  const [refused, setRefused] = useState<readonly F[]>([])
  const [outcome, setOutcome] = useState<Outcome<F>>()
  const values = valuesOf(known, edits)
  const changed = changedFields(known, edits, clean)
  /** the former values are about to be sent */
  const [undoing, setUndoing] = useState(false)
  useRegisterUnsaved(changed.map(name => labels[name]()))

  async function send(sent: Values<F>, signal: AbortSignal) {
    setOutcome(undefined)
    setRefused([])
    const saved: F[] = []
    const failed: F[] = []
    let first: unknown
    for (const concern of requests) {
      const fields = concern.fields.filter(name => changed.includes(name))
      if (fields.length === 0) continue
      if (first && !rejectedFields(first)) {
        failed.push(...fields)
        continue
      }
      try {
        const change = await concern.send(sent, fields, signal)
        saved.push(...fields)
        setEdits(now => withoutSent(now, concern.fields, sent))
        patchAccount(change)
      } catch (error) {
        failed.push(...fields)
        first ??= error
        const names = rejectedFields(error)
        if (names) setRefused(now => [...now, ...fields.filter(name => names.includes(name))])
      }
    }
    setOutcome({ saved, failed, before: pick(known, saved) })
    if (first) throw first
    // The server may normalize values. If this reload fails, a later one shows them.
    if (saved.length > 0) void reloadAccount().catch(() => {})
  }

  const form = useForm<F>({ rules: spec.rules, send })

  // After the former values are in the fields.
  const { ref } = form.props
  useEffect(() => {
    if (!undoing) return
    setUndoing(false)
    ref.current?.requestSubmit()
  }, [undoing, ref])

  /** A value that the form does not accept, such as an empty nickname, cannot be brought back. */
  const isUndoable = (before: Edits<F>): boolean =>
    (Object.keys(before) as F[]).every(
      name => spec.rules[name](before[name] ?? '', { ...known, ...before }) === undefined,
    )

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget
    await form.props.onSubmit(event)
    // After the invalid fields are marked. `useForm` cannot focus a radio group or a combobox.
    setTimeout(() => focusFirstInvalid(element))
  }

  const error = (name: F): string | undefined =>
    refused.includes(name) ? spec.rejected[name]() : form.error(name)

  return {
    values,
    changed: changed.length > 0,
    invalid: (Object.keys(spec.rules) as F[]).some(name => error(name) !== undefined),
    saved: outcome !== undefined && outcome.failed.length === 0,
    /** brings the former values back and saves them; undefined if there is nothing to undo */
    undo:
      outcome && outcome.failed.length === 0 && outcome.saved.length > 0 && isUndoable(outcome.before)
        ? () => {
            setEdits(outcome.before)
            setOutcome(undefined)
            setUndoing(true)
          }
        : undefined,
    pending: form.pending,
    submitError: form.submitError?.action === 'form' ? form.submitError : undefined,
    /** saved and failed fields, if there are some of each */
    partly: outcome && outcome.saved.length > 0 && outcome.failed.length > 0 ? outcome : undefined,
    labels,
    error,
    edit(name: F, value: string) {
      setEdits(now => ({ ...now, [name]: value }))
      setRefused(now => now.filter(one => one !== name))
      setOutcome(undefined)
    },
    props: { ...form.props, onSubmit: submit },
  } as const
}

/** The fields that the error names as invalid; undefined if the error is not about fields. */
function rejectedFields(error: unknown): readonly string[] | undefined {
  if (errorNameOf(error) === 'expired_login') return undefined
  const fields = (error as { data?: Partial<FieldErrors> } | undefined)?.data?.fields
  return fields && Object.keys(fields)
}

function focusFirstInvalid(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid=true]')
  if (!wrong || wrong.contains(document.activeElement)) return
  const input = wrong.matches('input, textarea') ? wrong : wrong.querySelector('input')
  input?.focus()
}

const pick = <F extends string>(values: Values<F>, names: readonly F[]): Edits<F> =>
  Object.fromEntries(names.map(name => [name, values[name]])) as Edits<F>
