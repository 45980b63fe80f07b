import { sendLoginCode } from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button/button.tsx'
import { CodeField } from '../../ui/code-field/code-field.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useLoginStep } from './use-login-step.ts'

interface Props {
  flow: string
  method: 'mail' | 'lost'
  error: string | undefined
  onComplete(): void
}

const CLOCK_INTERVAL_MS = 500

/** The field `code` of a code by email: where it was sent, and a button that sends another one. */
export function MailedCodeFields({ flow, method, error, onComplete }: Props) {
  const { step, error: loadError } = useLoginStep(flow)
  const [waitUntil, setWaitUntil] = useState<number>()
  const [now, setNow] = useState(() => Date.now())
  const sender = useForm<never>({
    rules: {},
    async send(_, signal) {
      const { wait } = await callApi(sendLoginCode, { flow }, { signal })
      setWaitUntil(Date.now() + wait * 1_000)
    },
  })
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (step && step.wait > 0) setWaitUntil(Date.now() + step.wait * 1_000)
  }, [step])
  const isSent = method === 'mail' || waitUntil !== undefined
  const seconds = waitUntil === undefined ? 0 : Math.max(0, Math.ceil((waitUntil - now) / 1_000))
  return (
    <>
      {method === 'lost' && <p>{m.second_step_lead_lost()}</p>}
      {!step && !loadError && <Skeleton />}
      {step && method === 'mail' && (
        <p>{step.purpose === 'connection' ? m.second_step_lead_connection() : m.second_step_lead_mail()}</p>
      )}
      <ErrorNotice error={loadError} />
      {step && isSent && <p role="status">{m.verification_sent_to({ receiver: step.receiver })}</p>}
      {isSent && (
        <CodeField
          key={method}
          name="code"
          label={m.login_code()}
          error={error}
          onComplete={onComplete}
          data-autofocus=""
        />
      )}
      {step && (
        <div>
          <Button
            variant={isSent ? 'quiet' : 'secondary'}
            size="small"
            disabled={seconds > 0}
            pending={sender.pending}
            onClick={() => void sender.props.onSubmit()}
          >
            {seconds > 0
              ? m.verification_resend_in({ seconds })
              : isSent
                ? m.verification_resend()
                : m.verification_get_code()}
          </Button>
        </div>
      )}
      <ErrorNotice error={sender.submitError} />
    </>
  )
}
