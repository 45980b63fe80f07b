import * as m from '@kerf/locales/messages'
import { useForm } from '../../lib/form/use-form.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { TextField } from '../text-field/text-field.tsx'

export interface Confirmation {
  readonly title: string
  /** what happens then */
  readonly text: string
  readonly submit: string
  readonly danger?: boolean
  /** what has to be typed first: for what cannot be undone */
  readonly typed?: string
  run(signal: AbortSignal): Promise<void>
}

/** Upper and lower case, and further spaces, make no difference. */
const plain = (text: string): string => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

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
      typed: value =>
        typed === undefined || plain(value) === plain(typed)
          ? undefined
          : () => m.ui_type_to_confirm_wrong({ text: typed }),
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
      <p>{text}</p>
      {typed !== undefined && (
        <TextField
          name="typed"
          label={m.ui_type_to_confirm({ text: typed })}
          error={form.error('typed')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus=""
        />
      )}
    </FormDialog>
  )
}
