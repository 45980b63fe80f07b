/**
 * The one owner of a form: submit, abort, pending, faults, focus. Inputs stay native and uncontrolled; the form is
 * told of them by bubbling events and reads them when it is sent, so a failure loses nothing that was typed.
 */
import type { AnyErrorName } from '@kerf/contract/errors'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { Explained } from './explain.ts'
import { explainFault } from './faults.ts'
import type { Rule, Text } from './rules.ts'

export type Values<F extends string> = Readonly<Record<F, string>>

interface FormSpec<F extends string> {
  /** by the name of the input, in the order of the page */
  readonly rules: Readonly<Record<F, Rule>>
  /** the input that a code is about; without one the fault stands above the button */
  readonly fieldOf?: Readonly<Partial<Record<AnyErrorName, F>>>
  /** resolves when all is done, including what follows a sign-in */
  send(values: Values<F>, signal: AbortSignal): Promise<void>
}

type Errors<F extends string> = { readonly [name in F]?: Text | undefined }

interface State<F extends string> {
  readonly pending: boolean
  readonly errors: Errors<F>
  readonly fault: Explained | undefined
}

const BLUR_PAUSE = 150

export function useForm<F extends string>(spec: FormSpec<F>) {
  const element = useRef<HTMLFormElement>(null)
  const idle: State<F> = { pending: false, errors: {} as Errors<F>, fault: undefined }
  const running = useRef<AbortController>(undefined)
  /** how often the whole form was judged, by its rules or by the server */
  const judged = useRef(0)
  const [state, setState] = useState<State<F>>(idle)
  const names = Object.keys(spec.rules) as F[]

  useEffect(() => () => running.current?.abort(), [])

  const read = (): Values<F> => {
    const data = element.current ? new FormData(element.current) : undefined
    return Object.fromEntries(names.map(name => [name, String(data?.get(name) ?? '')])) as Values<F>
  }

  const focus = (name: F | undefined) => {
    const input = name && element.current?.elements.namedItem(name)
    if (input instanceof HTMLElement) input.focus()
  }

  const check = (name: F, values = read()) =>
    setState(now => ({ ...now, errors: { ...now.errors, [name]: spec.rules[name](values[name], values) } }))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (running.current) return
    judged.current++
    const values = read()
    const errors: { [name in F]?: Text } = {}
    for (const name of names) {
      const fault = spec.rules[name](values[name], values)
      if (fault) errors[name] = fault
    }
    const wrong = names.find(name => errors[name])
    setState({ pending: !wrong, errors, fault: undefined })
    if (wrong) return focus(wrong)
    const controller = new AbortController()
    running.current = controller
    try {
      await spec.send(values, controller.signal)
      if (!controller.signal.aborted) setState(idle)
    } catch (error) {
      const fault = await explainFault(error)
      if (!controller.signal.aborted) tell(fault)
    } finally {
      running.current = undefined
    }
  }

  /** Shows a fault beside the input it is about, else above the button. */
  function tell(fault: Explained) {
    judged.current++
    const field = fault.errorName && spec.fieldOf?.[fault.errorName]
    const named = names.filter(name => fault.fields[name])
    const errors = Object.fromEntries(named.map(name => [name, fault.fields[name]])) as Partial<
      Record<F, Text>
    >
    // A code says more than the plain `invalid` of its field.
    if (field && fault.text) errors[field] = fault.text
    const wrong = field ?? named[0]
    // `expired_login` has been told to everyone already
    const silent = !fault.text || fault.action === 'sign-out'
    setState({
      pending: false,
      errors,
      fault: silent ? undefined : { ...fault, action: wrong ? 'field' : 'form' },
    })
    focus(wrong)
  }

  function onBlur(event: FocusEvent<HTMLFormElement>) {
    const { name, value } = event.target as unknown as HTMLInputElement
    // A fault that appears under the pointer moves what is being pressed: wait until the press is over.
    if (!value || !names.includes(name as F)) return
    const before = judged.current
    // What the server has found out meanwhile stays.
    setTimeout(() => element.current && before === judged.current && check(name as F), BLUR_PAUSE)
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (state.errors[name as F]) check(name as F)
  }

  return {
    pending: state.pending,
    /** the fault of the last sending; `action` says whether it stands beside a field already */
    fault: state.fault,
    error: (name: F): string | undefined => state.errors[name]?.(),
    value: (name: F): string => read()[name],
    focus,
    tell,
    /** validates one field and focuses it if it is wrong */
    demand(name: F): boolean {
      const values = read()
      check(name, values)
      const wrong = spec.rules[name](values[name], values) !== undefined
      if (wrong) focus(name)
      return !wrong
    },
    props: { ref: element, method: 'post', noValidate: true, onSubmit: submit, onBlur, onInput },
  } as const
}

export type Form<F extends string> = ReturnType<typeof useForm<F>>

/** What a part of a form may do with the whole, whatever further fields it has. */
export interface FormOf<F extends string> {
  error(name: F): string | undefined
  value(name: F): string
  demand(name: F): boolean
  focus(name: F): void
  tell(fault: Explained): void
}
