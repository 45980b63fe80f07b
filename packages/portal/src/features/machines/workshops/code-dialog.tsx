import * as m from '@kerf/locales/messages'
import { PRINTED_CODE } from '../../../lib/form/printed-code.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { ScanButton } from '../../../parts/scan/scan-button.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { TextField } from '../../../ui/text-field/text-field.tsx'
import { readJoinCode } from './join-code.ts'

/** Takes a typed join code to the page that names the workshop and asks. */
export function CodeDialog({ onCode, onClose }: { onCode(code: string): void; onClose(): void }) {
  const form = useForm<'code'>({
    rules: { code: typed => (readJoinCode(typed) === undefined ? m.workshops_code_invalid : undefined) },
    async send({ code }) {
      onCode(readJoinCode(code) ?? '')
    },
  })
  return (
    <FormDialog title={m.workshops_join()} form={form} submit={m.workshops_continue()} onClose={onClose}>
      <TextField
        name="code"
        label={m.workshops_code_field()}
        hint={m.workshops_code_field_hint()}
        {...PRINTED_CODE}
        maxLength={24}
        error={form.error('code')}
        action={<ScanButton purpose="workshop" />}
        data-autofocus=""
      />
    </FormDialog>
  )
}
