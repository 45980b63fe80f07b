import * as m from '@kerf/locales/messages'
import { FormDialog, type FormDialogProps } from '../../ui/form-dialog/form-dialog.tsx'
import { submitAfterCode, type VerificationCodeHandle } from './verification-code-handle.ts'

interface Props extends FormDialogProps {
  /** of the form's code field, which has `isLater`; undefined: the form asks for no code now */
  handle: VerificationCodeHandle | undefined
  /** runs before the code is requested */
  onRequest?(): void
}

/** A form in a dialog that asks for a code: its button first requests the code, then sends the form. */
export function CodeDialog({ handle, form, submit, tone = 'primary', onRequest, ...props }: Props) {
  if (!handle) return <FormDialog {...props} form={form} submit={submit} tone={tone} />
  const { pending, hasRequested, request } = handle
  const requestCode = () => {
    onRequest?.()
    request()
  }
  return (
    <FormDialog
      {...props}
      form={{
        ...form,
        props: {
          ...form.props,
          onSubmit: submitAfterCode({ hasRequested, request: requestCode }, event =>
            form.props.onSubmit?.(event),
          ),
        },
      }}
      submit={hasRequested ? submit : m.verification_get_code()}
      isPreparing={pending}
      isSubmitFocused={!hasRequested}
      // The step to what cannot be undone is neutral: a code alone changes nothing.
      tone={hasRequested || tone === 'primary' ? tone : 'secondary'}
    />
  )
}
