import { sendLoginCode } from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import { useCallback, useEffect, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { joinSentences, sentenceSpace } from '../../lib/text/sentence-space.ts'
import { Button } from '../../ui/button/button.tsx'
import { CodeField } from '../../ui/code-field/code-field.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { DeliveryNotice } from '../verification-code/delivery-notice.tsx'
import { RECEIVER_PLACEHOLDER, useLoginStep } from './use-login-step.ts'

interface Props {
  flow: string
  method: 'mail' | 'lost'
  error: string | undefined
  onComplete(): void
}

const CLOCK_INTERVAL_MS = 500

/** What to do if no code arrives. */
export const MailHelp = () => (
  <>
    {joinSentences([m.verification_spam(), m.findpwd_no_access()])}
    {sentenceSpace()}
    <HelpLink>{m.customer_service()}</HelpLink>
  </>
)

/** Of a field that appears in an open dialog, after the button that asked for the code is gone. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** The field `code` of a code by email: where it was sent, and a button that sends another one. */
export function MailedCodeFields({ flow, method, error, onComplete }: Props) {
  const { step, error: loadError, retry } = useLoginStep(flow)
  const [waitUntil, setWaitUntil] = useState<number>()
  const [now, setNow] = useState(() => Date.now())
  const startWait = useCallback((seconds: number) => {
    const start = Date.now()
    // The last time of the clock would show a second too many.
    setNow(start)
    setWaitUntil(start + seconds * 1_000)
  }, [])
  const sender = useForm<never>({
    rules: {},
    async send(_, signal) {
      startWait((await callApi(sendLoginCode, { flow }, { signal })).wait)
    },
  })
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (step && step.wait > 0) startWait(step.wait)
  }, [step, startWait])
  const requestCode = () => void sender.props.onSubmit()
  const isSent = method === 'mail' || waitUntil !== undefined
  const reason = step?.purpose === 'connection' ? m.second_step_lead_connection() : m.second_step_lead_mail()
  const sent = joinSentences([
    method === 'mail' && reason,
    m.verification_sent_to({ receiver: step?.receiver ?? RECEIVER_PLACEHOLDER }),
  ])
  /** What needs the step keeps its place while it loads. */
  const isShown = !loadError
  const seconds = waitUntil === undefined ? 0 : Math.max(0, Math.ceil((waitUntil - now) / 1_000))
  return (
    <>
      {method === 'lost' && <p>{m.second_step_lead_lost()}</p>}
      {loadError && <LoadError error={loadError} onRetry={retry} />}
      {isShown && isSent && <p role="status">{step ? sent : <Skeleton>{sent}</Skeleton>}</p>}
      {isSent && (
        <CodeField
          key={method}
          name="code"
          label={m.login_code()}
          error={error}
          onComplete={onComplete}
          inputRef={focus}
          action={
            isShown && (
              <Button
                variant="quiet"
                size="small"
                disabled={!step || seconds > 0}
                pending={sender.pending}
                onClick={requestCode}
              >
                {seconds > 0 ? m.verification_resend_in({ seconds }) : m.verification_resend()}
              </Button>
            )
          }
          data-autofocus=""
        />
      )}
      <DeliveryNotice nonce={isSent ? flow : undefined} />
      {step && isSent && method === 'lost' && (
        <p>
          <MailHelp />
        </p>
      )}
      {isShown && !isSent && (
        <div>
          <Button
            variant="secondary"
            size="small"
            disabled={!step}
            pending={sender.pending}
            onClick={requestCode}
          >
            {m.verification_get_code()}
          </Button>
        </div>
      )}
      <ErrorNotice error={sender.submitError} />
    </>
  )
}
