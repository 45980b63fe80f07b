/** A button for an act: says what happens, asks why, shows the same command, and tells when another operator must approve. */
import { type ConsoleCallName, type ConsoleInput, commandLineOf } from '@kerf/contract/console/console-calls'
import type { ConsoleResults } from '@kerf/contract/console/console-results'
import { REASON_MAX } from '@kerf/contract/console/console-session'
import * as m from '@kerf/locales/messages'
import { Button, CopyButton, Dialog, formatDateTime, Notice, TextField, toast } from '@kerf/portal/console-ui'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { ConsoleCallError, callConsole, describeError, type Why } from '../api/call-console.ts'
import { queryClient } from '../api/queries.ts'
import { useNeeds } from '../session/session.tsx'
import styles from './act-button.module.css'

export interface ActProps<N extends ConsoleCallName> {
  name: N
  input: ConsoleInput<N>
  label: string
  /** what happens, in a sentence */
  text?: string | undefined
  tone?: 'primary' | 'secondary' | 'danger' | 'quiet'
  /** fields of the act */
  children?: ReactNode
  /** replaces the toast */
  onDone?: ((result: ConsoleResults[N]) => void) | undefined
}

/** Nothing where the roles do not allow the act. */
export function ActButton<N extends ConsoleCallName>(props: ActProps<N>) {
  const [open, setOpen] = useState(false)
  const needs = useNeeds(props.name)
  if (!needs) return null
  return (
    <>
      <Button
        size="small"
        variant={props.tone === 'danger' ? 'secondary' : (props.tone ?? 'secondary')}
        onClick={() => setOpen(true)}
      >
        {props.label}
      </Button>
      {open && <ActDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ActDialog<N extends ConsoleCallName>({
  name,
  input,
  label,
  text,
  tone = 'primary',
  children,
  onDone,
  onClose,
}: ActProps<N> & { onClose(): void }) {
  const form = useId()
  const needs = useNeeds(name)
  const [why, setWhy] = useState<Why>({})
  const act = useMutation({
    mutationFn: () =>
      callConsole(name, input, { reason: why.reason || undefined, caseNumber: why.caseNumber || undefined }),
    onSuccess: async result => {
      await queryClient.invalidateQueries()
      if (onDone) onDone(result)
      else toast(m.console_done(), 'success')
      onClose()
    },
  })
  const failure = act.error instanceof ConsoleCallError ? act.error.failure : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!act.isPending) act.mutate()
  }
  const isDanger = tone === 'danger'
  return (
    <Dialog
      title={label}
      onClose={onClose}
      closable={!act.isPending}
      actions={
        <>
          <Button
            variant="secondary"
            disabled={act.isPending}
            data-autofocus={isDanger ? '' : undefined}
            onClick={onClose}
          >
            {m.ui_cancel()}
          </Button>
          <Button type="submit" form={form} variant={isDanger ? 'danger' : 'primary'} pending={act.isPending}>
            {label}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        {text && <p>{text}</p>}
        {needs?.second === true && <Notice>{m.console_needs_second()}</Notice>}
        {children}
        <div className={styles.why}>
          {needs?.reason !== 'none' && (
            <TextField
              name="reason"
              label={m.console_reason()}
              hint={m.console_reason_hint()}
              error={failure?.error === 'reason_required' ? m.console_required() : undefined}
              maxLength={REASON_MAX}
              required={needs?.reason === 'required'}
              value={why.reason ?? ''}
              onChange={event => setWhy({ ...why, reason: event.target.value })}
            />
          )}
          {needs?.reason !== 'none' && (
            <TextField
              name="case"
              label={m.console_case()}
              error={
                failure?.error === 'case_required'
                  ? m.console_required()
                  : failure?.fields?.caseNumber
                    ? m.console_invalid()
                    : undefined
              }
              maxLength={40}
              required={needs?.case === 'required'}
              value={why.caseNumber ?? ''}
              onChange={event => setWhy({ ...why, caseNumber: event.target.value })}
            />
          )}
        </div>
        <CommandLine name={name} input={input} why={why} />
        <Failure error={act.error} />
      </form>
    </Dialog>
  )
}

/** The command that does the same, for whoever works without the console. */
export function CommandLine<N extends ConsoleCallName>({
  name,
  input,
  why = {},
}: {
  name: N
  input: ConsoleInput<N>
  why?: Why
}) {
  const line = commandLineOf(name, input, {
    reason: why.reason || undefined,
    caseNumber: why.caseNumber || undefined,
  })
  return (
    <div className={styles.command}>
      <span className={styles.caption}>{m.console_command()}</span>
      <code>{line}</code>
      <CopyButton text={line} what={m.console_command()} />
    </div>
  )
}

/** Why an act or a page failed; where another operator must approve, what happens next. */
export function Failure({ error }: { error: Error | null }) {
  if (error === null) return null
  const approval = error instanceof ConsoleCallError ? error.failure.approval : undefined
  if (!approval)
    return (
      <Notice tone="danger" role="alert">
        {describeError(error)}
      </Notice>
    )
  return (
    <Notice tone="warning" role="alert" title={m.console_pending_title()}>
      <p>{m.console_pending_text({ summary: approval.summary, time: formatDateTime(approval.expiresAt) })}</p>
      <Link to="/approvals">{m.console_pending_link()}</Link>
    </Notice>
  )
}
