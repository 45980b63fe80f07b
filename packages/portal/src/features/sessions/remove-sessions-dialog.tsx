import { clearSessions } from '@kerf/contract/endpoints/session'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api/api-client.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { PLATFORMS } from '../../ui/icon/platforms.tsx'
import { toast } from '../../ui/toast/toast.ts'
import type { Session } from './session-log-query.ts'

interface Props {
  /** undefined: all other sessions */
  session: Session | undefined
  /** number of other sessions */
  count: number
  onRemoved(handle: string | undefined): void
  onClose(): void
}

/** Confirms the removal of one session or of all others. A session that has ended meanwhile counts as removed. */
export function RemoveSessionsDialog({ session, count, onRemoved, onClose }: Props) {
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      await callApi(clearSessions, session ? { session: session.session } : {}, { signal })
      toast(session ? m.security_sessions_removed() : m.security_sessions_others_removed(), 'success')
      onClose()
      onRemoved(session?.session)
    },
  })
  const device = session && (session.application || PLATFORMS[session.platform].name())
  return (
    <FormDialog
      title={device ? m.security_sessions_remove_title({ device }) : m.security_sessions_others_title()}
      form={form}
      submit={device ? m.security_sessions_remove() : m.security_sessions_others()}
      tone="danger"
      onClose={onClose}
    >
      <p>{session ? m.security_sessions_remove_text() : m.security_sessions_others_text({ count })}</p>
    </FormDialog>
  )
}
