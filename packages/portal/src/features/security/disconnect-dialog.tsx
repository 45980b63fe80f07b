import { unbindSocial } from '@kerf/contract/endpoints/security'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api-client.ts'
import { refreshAccount } from '../../lib/current-account.ts'
import { useForm } from '../../lib/use-form.ts'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { providerName } from '../../ui/provider-mark/provider-name.ts'
import { toast } from '../../ui/toast/toast.ts'
import type { InjectedDeps } from './injected-deps.ts'

interface Props {
  channel: string
  deps: Pick<InjectedDeps, 'withReauthentication'>
  onClose(): void
}

export function DisconnectDialog({ channel, deps: { withReauthentication }, onClose }: Props) {
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
