import { clearSessions, recognizeSession } from '@kerf/contract/endpoints/session'
import * as m from '@kerf/locales/messages'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { describeQueryError } from '../../lib/query/query-client.ts'
import { useRouter } from '../../lib/router/router-view.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'

interface Props {
  session: string
  /** its name on screen */
  device: string
  /** where the password is changed */
  passwordHref: string
  onAnswered(): Promise<unknown>
}

/** The question about a new login elsewhere: was it you? */
export function NewLoginAnswer({ session, device, passwordHref, onAnswered }: Props) {
  const [isDenying, setDenying] = useState(false)
  const recognize = useMutation({
    async mutationFn() {
      await callApi(recognizeSession, { session })
      await onAnswered()
    },
  })
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        pending={recognize.isPending}
        onClick={() => recognize.mutate()}
      >
        {m.home_check_was_me()}
      </Button>
      <Button variant="secondary" size="small" onClick={() => setDenying(true)}>
        {m.home_check_not_me()}
      </Button>
      <ErrorNotice error={describeQueryError(recognize.error)} />
      {isDenying && (
        <DenyDialog
          device={device}
          passwordHref={passwordHref}
          onAnswered={onAnswered}
          onClose={() => setDenying(false)}
        />
      )}
    </>
  )
}

interface DenyProps extends Omit<Props, 'session'> {
  onClose(): void
}

/** Logs out every other device, then leads to the password. */
function DenyDialog({ device, passwordHref, onAnswered, onClose }: DenyProps) {
  const router = useRouter()
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      await callApi(clearSessions, {}, { signal })
      toast(m.security_sessions_others_removed(), 'success')
      void onAnswered()
      onClose()
      router.history.push(passwordHref)
    },
  })
  return (
    <FormDialog
      title={m.home_not_me_title({ device })}
      form={form}
      submit={m.home_not_me_submit()}
      tone="danger"
      onClose={onClose}
    >
      <p>{m.home_not_me_text()}</p>
    </FormDialog>
  )
}
