import * as m from '@kerf/locales/messages'
import { useForm } from '../../lib/form/use-form.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { TextField } from '../text-field/text-field.tsx'
import styles from './confirm-dialog.module.css'

export interface Confirmation {
  readonly title: string
  /** of `Consequences` */
  readonly text: string
  readonly submit: string
  readonly danger?: boolean
  /** what has to be typed first: for what cannot be undone */
  readonly typed?: string
  run(signal: AbortSignal): Promise<void>
}

/** Upper and lower case, and further spaces, make no difference. */
const plain = (text: string): string => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** The rule of a field in which `typed` has to be repeated. */
export const typedRule = (typed: string) => (value: string) =>
  plain(value) === plain(typed) ? undefined : () => m.ui_type_to_confirm_wrong({ text: typed })

export const TypedField = ({ typed, error }: { typed: string; error: string | undefined }) => (
  <TextField
    name="typed"
    label={m.ui_type_to_confirm({ text: typed })}
    error={error}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    data-autofocus=""
  />
)

/** What happens: a paragraph, or several lines as a list. */
export function Consequences({ text }: { text: string }) {
  const lines = text.split('\n')
  if (lines.length === 1) return <p>{text}</p>
  return (
    <ul className={styles.lines}>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** Says what happens before it is done, and shows why it failed. */
export function ConfirmDialog({
  asked: { title, text, submit, danger = false, typed, run },
  onClose,
}: {
  asked: Confirmation
  onClose(): void
}) {
  const form = useForm<'typed'>({
    rules: {
      typed: typed === undefined ? () => undefined : typedRule(typed),
    },
    async send(_, signal) {
      await run(signal)
      onClose()
    },
  })
  return (
    <FormDialog
      title={title}
      form={form}
      submit={submit}
      tone={danger ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <Consequences text={text} />
      {typed !== undefined && <TypedField typed={typed} error={form.error('typed')} />}
    </FormDialog>
  )
}
