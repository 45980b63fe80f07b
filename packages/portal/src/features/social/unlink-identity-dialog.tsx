import { unbindSocial } from '@kerf/contract/endpoints/social'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api/api-client.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { refreshAccount } from '../../lib/session/current-account.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { providerName } from '../../parts/social/provider-name.ts'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'

interface Props {
  channel: string
  onClose(): void
}

export function UnlinkIdentityDialog({ channel, onClose }: Props) {
  const name = providerName(channel)
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      await withReauthentication(() => callApi(unbindSocial, { channel }, { signal }))
      toast(m.security_social_done({ name }), 'success')
      // Close first: the focus must return to the list item before the reload removes it, so that the list can move it.
      onClose()
      await refreshAccount()
    },
  })
  return (
    <FormDialog
      title={m.security_social_disconnect_title({ name })}
      form={form}
      submit={m.security_social_disconnect()}
      tone="danger"
      onClose={onClose}
    >
      <p>{m.security_social_disconnect_text({ name })}</p>
    </FormDialog>
  )
}
