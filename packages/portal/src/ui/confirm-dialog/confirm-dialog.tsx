import { useForm } from '../../lib/form/use-form.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'

export interface Confirmation {
  readonly title: string
  /** what happens then */
  readonly text: string
  readonly submit: string
  readonly danger?: boolean
  run(signal: AbortSignal): Promise<void>
}

/** Says what happens before it is done, and shows why it failed. */
export function ConfirmDialog({
  asked: { title, text, submit, danger = false, run },
  onClose,
}: {
  asked: Confirmation
  onClose(): void
}) {
  const form = useForm<never>({
    rules: {},
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
    </FormDialog>
  )
}
