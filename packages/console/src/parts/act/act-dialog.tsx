/** The dialog of an act: says what happens, asks why, shows the same command, and says when another operator must approve. */
import type { ConsoleInput } from '@kerf/contract/console/console-calls'
import type { ConsoleResults } from '@kerf/contract/console/console-results'
import { CASE_MAX, MANY_CODES_ABOVE, REASON_MAX } from '@kerf/contract/console/console-session'
import * as m from '@kerf/locales/messages'
import { FormDialog, Notice, TextField, toast } from '@kerf/portal/console-ui'
import { useMutation } from '@tanstack/react-query'
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { ConsoleCallError, runAct, type Why } from '../../api/call-console.ts'
import { queryClient } from '../../api/queries.ts'
import { useNeeds } from '../../session/session.tsx'
import { CommandLine } from '../command-line.tsx'
import { Failure } from '../failure.tsx'
import { reportPartialTimes } from '../local-time.ts'
import styles from './act-dialog.module.css'
import { type ActName, isAct, wordsOf } from './acts.ts'
import { useUndo } from './undo.ts'

export interface ActProps<N extends ActName> {
  name: N
  input: ConsoleInput<N>
  /** instead of the text of the act, where it names somebody or something */
  text?: ReactNode
  /** fields of the act */
  children?: ReactNode
  onDone?: (result: ConsoleResults[N]) => void
  /** of the toast; null: `onDone` shows what came of it */
  doneText?: string | null
}

interface ActDialogProps<N extends ActName> extends ActProps<N> {
  /** filled in */
  initialWhy?: Why
  onClose(): void
}

type FieldErrors = Readonly<Record<string, string>>
const FieldErrors = createContext<FieldErrors>({})

/** What is wrong with a field of the act; undefined: nothing. */
export function useFieldError(name: string): string | undefined {
  const error = useContext(FieldErrors)[name]
  if (error === undefined) return undefined
  return error === 'required' ? m.console_required() : m.console_invalid()
}

/** A field of an act, which has the name of the input. */
export const ActField = (props: ComponentProps<typeof TextField>) => (
  <TextField {...props} error={useFieldError(props.name)} />
)

/** A message to one person, and a few codes, reach few. The server decides again. */
const reachesMany = (input: object): boolean => {
  const { audience = '', count = Number.POSITIVE_INFINITY } = input as { audience?: string; count?: number }
  return !audience.startsWith('uid:') && count > MANY_CODES_ABOVE
}

const fieldErrorsOf = (error: Error | null): FieldErrors => {
  const failure = error instanceof ConsoleCallError ? error.failure : undefined
  if (failure?.error === 'reason_required') return { reason: 'required' }
  if (failure?.error === 'case_required') return { caseNumber: 'required' }
  return failure?.fields ?? {}
}

export function ActDialog<N extends ActName>({
  name,
  input,
  text,
  children,
  onDone,
  doneText = m.console_done(),
  initialWhy = {},
  onClose,
}: ActDialogProps<N>) {
  const form = useRef<HTMLFormElement>(null)
  const needs = useNeeds(name)
  const openUndo = useUndo()
  const [why, setWhy] = useState<Why>(initialWhy)
  const words = wordsOf(name)
  const [label, explanation] = [words.label(), text ?? words.text?.()]
  const act = useMutation({
    mutationFn: () =>
      runAct(name, input, { reason: why.reason || undefined, caseNumber: why.caseNumber || undefined }),
    onSuccess: ({ result, undo }) => {
      onClose()
      if (doneText !== null)
        toast(
          doneText,
          'success',
          undo && isAct(undo.call) ? { label: m.console_undo(), run: () => openUndo(undo, why) } : undefined,
        )
      onDone?.(result)
      return queryClient.invalidateQueries()
    },
  })
  const errors = fieldErrorsOf(act.error)
  const isMissing = 'reason' in errors || 'caseNumber' in errors
  useEffect(() => {
    if (act.error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [act.error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reportPartialTimes(event.currentTarget) && !act.isPending) act.mutate()
  }
  return (
    <FormDialog
      title={label}
      submit={label}
      tone={words.tone ?? 'primary'}
      form={{
        pending: act.isPending,
        submitError: undefined,
        props: { ref: form, onSubmit: submit, noValidate: true },
      }}
      onClose={onClose}
    >
      {explanation && <p>{explanation}</p>}
      {needs?.second === true && <Notice>{m.console_needs_second()}</Notice>}
      <FieldErrors value={errors}>
        {children}
        {needs?.reason !== 'none' && (
          <div className={styles.why}>
            <ActField
              name="reason"
              label={m.console_reason()}
              hint={m.console_reason_hint()}
              maxLength={REASON_MAX}
              required={needs?.reason === 'required' || (needs?.reason === 'of many' && reachesMany(input))}
              value={why.reason ?? ''}
              onChange={event => setWhy({ ...why, reason: event.target.value })}
            />
            <ActField
              name="caseNumber"
              label={m.console_case()}
              maxLength={CASE_MAX}
              required={needs?.case === 'required'}
              value={why.caseNumber ?? ''}
              onChange={event => setWhy({ ...why, caseNumber: event.target.value })}
            />
          </div>
        )}
      </FieldErrors>
      <CommandLine name={name} input={input} why={why} />
      {/* A reason or a case that is missing is said at its field. */}
      {!isMissing && <Failure error={act.error} />}
    </FormDialog>
  )
}
