/**
 * Form state: validation, submission, cancellation, pending state, errors and focus. Inputs stay native and uncontrolled:
 * the hook listens to bubbling events and reads the values on submit, so a failed submission keeps everything typed.
 */
import type { AnyErrorName } from '@kerf/contract/errors'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { describeError } from '../api/describe-error.ts'
import type { ErrorDescription, LocalizedText } from '../api/error-texts.ts'
import type { FieldRule } from './field-rules.ts'

export type Values<F extends string> = Readonly<Record<F, string>>

interface FormOptions<F extends string> {
  /** Keyed by the `name` of the input, in page order: the first invalid field gets the focus. */
  readonly rules: Readonly<Record<F, FieldRule>>
  /** The field that shows a given API error. Errors without a field are shown above the submit button. */
  readonly fieldOf?: Readonly<Partial<Record<AnyErrorName, F>>>
  /** Resolves when everything is done, including navigation after a sign-in. */
  send(values: Values<F>, signal: AbortSignal): Promise<void>
}

type Errors<F extends string> = { readonly [name in F]?: LocalizedText | undefined }

interface State<F extends string> {
  readonly pending: boolean
  readonly errors: Errors<F>
  readonly submitError: ErrorDescription | undefined
}

/** A message that appears during a press moves the pressed button away: validation on blur waits this long. */
const BLUR_VALIDATION_DELAY_MS = 150

export function useForm<F extends string>(options: FormOptions<F>) {
  const element = useRef<HTMLFormElement>(null)
  const idle: State<F> = { pending: false, errors: {} as Errors<F>, submitError: undefined }
  const submission = useRef<AbortController>(undefined)
  /** Number of validations of the whole form, by its rules or by the server. */
  const validationCount = useRef(0)
  const [state, setState] = useState<State<F>>(idle)
  const names = Object.keys(options.rules) as F[]

  useEffect(() => () => submission.current?.abort(), [])

  const readValues = (): Values<F> => {
    const data = element.current ? new FormData(element.current) : undefined
    return Object.fromEntries(names.map(name => [name, String(data?.get(name) ?? '')])) as Values<F>
  }

  const focus = (name: F | undefined) => {
    const input = name && element.current?.elements.namedItem(name)
    if (input instanceof HTMLElement) input.focus()
  }

  const updateFieldError = (name: F, values = readValues()) =>
    setState(current => ({
      ...current,
      errors: { ...current.errors, [name]: options.rules[name](values[name], values) },
    }))

  async function submit(event?: FormEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (submission.current) return
    validationCount.current++
    const values = readValues()
    const errors: { [name in F]?: LocalizedText } = {}
    for (const name of names) {
      const error = options.rules[name](values[name], values)
      if (error) errors[name] = error
    }
    const firstInvalid = names.find(name => errors[name])
    setState({ pending: !firstInvalid, errors, submitError: undefined })
    if (firstInvalid) return focus(firstInvalid)
    const controller = new AbortController()
    submission.current = controller
    try {
      await options.send(values, controller.signal)
      if (!controller.signal.aborted) setState(idle)
    } catch (error) {
      const description = await describeError(error)
      if (!controller.signal.aborted) showError(description)
    } finally {
      submission.current = undefined
    }
  }

  /** Shows an error beside the field it concerns, otherwise above the submit button. */
  function showError(error: ErrorDescription) {
    validationCount.current++
    const field = error.errorName && options.fieldOf?.[error.errorName]
    const listed = names.filter(name => error.fields[name])
    const errors = Object.fromEntries(listed.map(name => [name, error.fields[name]])) as Partial<
      Record<F, LocalizedText>
    >
    // The text of the error name is more precise than the field's own `invalid`.
    if (field && error.text) errors[field] = error.text
    const invalid = field ?? listed[0]
    // The session listeners already report `expired_login`.
    const hidden = !error.text || error.action === 'sign-out'
    setState({
      pending: false,
      errors,
      submitError: hidden ? undefined : { ...error, action: invalid ? 'field' : 'form' },
    })
    focus(invalid)
  }

  function onBlur(event: FocusEvent<HTMLFormElement>) {
    const { name, value, type } = event.target as unknown as HTMLInputElement
    // The value of a box is the same with and without a tick, and passing it by is no answer.
    if (!value || type === 'checkbox' || !names.includes(name as F)) return
    const countAtBlur = validationCount.current
    // Skipped when the whole form was validated meanwhile: a server error must not be replaced.
    setTimeout(
      () => element.current && countAtBlur === validationCount.current && updateFieldError(name as F),
      BLUR_VALIDATION_DELAY_MS,
    )
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    // A message concerns what was there before. The field is validated again when it loses the focus.
    if (state.errors[name as F])
      setState(current => ({ ...current, errors: { ...current.errors, [name]: undefined } }))
  }

  return {
    pending: state.pending,
    /** Error of the last submission. Its `action` is `field` when a field already shows it. */
    submitError: state.submitError,
    error: (name: F): string | undefined => state.errors[name]?.(),
    value: (name: F): string => readValues()[name],
    focus,
    showError,
    /** Removes all errors, for example when another set of fields is shown. */
    clearErrors: () => setState(idle),
    /** Submits a form that is complete. One that is not stays as it is, without errors. */
    submitIfValid(): void {
      const values = readValues()
      if (names.every(name => !options.rules[name](values[name], values))) void submit()
    },
    /** Validates one field, focuses it if it is invalid, and returns whether it is valid. */
    validateField(name: F): boolean {
      const values = readValues()
      updateFieldError(name, values)
      const invalid = options.rules[name](values[name], values) !== undefined
      if (invalid) focus(name)
      return !invalid
    },
    /** Props of the `<form>` element. */
    props: { ref: element, method: 'post', noValidate: true, onSubmit: submit, onBlur, onInput },
  } as const
}

export type Form<F extends string> = ReturnType<typeof useForm<F>>

/** The operations that a shared form section needs, whatever further fields the form has. */
export interface FormHandle<F extends string> {
  error(name: F): string | undefined
  value(name: F): string
  validateField(name: F): boolean
  focus(name: F): void
  showError(error: ErrorDescription): void
  submitIfValid(): void
}
