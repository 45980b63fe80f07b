import * as m from '@kerf/locales/messages'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { ErrorNotice, type NoticeError } from '../error-notice/error-notice.tsx'
import styles from './form-dialog.module.css'

export interface FormDialogProps {
  title: ReactNode
  form: {
    readonly pending: boolean
    readonly submitError: NoticeError | undefined
    readonly props: ComponentProps<'form'>
  }
  /** label of the primary button */
  submit: string
  /** the button has the focus at first, unless a field takes it */
  isSubmitFocused?: boolean
  /** `danger` for what cannot be undone: focus then starts on Cancel unless a field takes it; `secondary` for a step to that */
  tone?: 'primary' | 'secondary' | 'danger'
  /** the primary button waits for something that the form does before it is submitted */
  isPreparing?: boolean
  /** something else must happen before the form is sent again */
  isSubmitDisabled?: boolean
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, which cannot be closed while the form is pending. */
export function FormDialog({
  title,
  form,
  submit,
  tone = 'primary',
  isPreparing = false,
  isSubmitFocused = false,
  isSubmitDisabled = false,
  onClose,
  children,
}: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      closable={!form.pending}
      actions={
        <>
          <Button
            variant="secondary"
            disabled={form.pending}
            data-autofocus={tone === 'danger' ? '' : undefined}
            onClick={onClose}
          >
            {m.ui_cancel()}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={tone}
            disabled={isSubmitDisabled}
            pending={form.pending || isPreparing}
            data-autofocus={isSubmitFocused ? '' : undefined}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        {children}
        <ErrorNotice error={form.submitError} />
      </form>
    </Dialog>
  )
}
