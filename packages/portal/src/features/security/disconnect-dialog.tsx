import { unbindSocial } from '@kerf/contract/endpoints/security'
import * as m from '@kerf/locales/messages'
import { refreshAccount } from '../../lib/account-data.ts'
import { call } from '../../lib/call.ts'
import { channelName } from '../../lib/channel-name.ts'
import { useForm } from '../../lib/form.ts'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { toast } from '../../ui/toast-region/toast-store.ts'
import type { InjectedDeps } from './injected-deps.ts'

interface Props {
  channel: string
  deps: Pick<InjectedDeps, 'withReauthentication'>
  onClose(): void
}

export function DisconnectDialog({ channel, deps: { withReauthentication }, onClose }: Props) {
  const name = channelName(channel)
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      await withReauthentication(() => call(unbindSocial, { channel }, { signal }))
      toast(m.security_social_done({ name }), 'success')
      // Focus goes back before what it goes back to is gone, so that the list can pass it on.
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
