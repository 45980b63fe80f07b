import { startFactorRemoval } from '@kerf/contract/endpoints/factors'
import { REMOVAL_READY_SECONDS } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { formatZonedDateTime } from '../../lib/text/format-time.ts'
import { joinSentences, sentenceSpace } from '../../lib/text/sentence-space.ts'
import { Button } from '../../ui/button/button.tsx'
import { FlowStep, FormStep } from '../../ui/flow-step/flow-step.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { Timeline, TimelineStep } from '../../ui/timeline/timeline.tsx'
import { RECEIVER_PLACEHOLDER, useLoginStep } from './use-login-step.ts'

interface Props {
  flow: string
  address: string | undefined
  /** the login with a passkey, if the account has one: it needs no wait */
  passkey: ReactNode
  /** back to the codes */
  onBack(): void
  /** ends the login */
  onCancel(): void
}

/** For an owner who has neither the phone nor a recovery code: starts the waiting time, or says when it ends. */
export function LostFactorStep({ flow, address, passkey, onBack, onCancel }: Props) {
  const { step, error, retry } = useLoginStep(flow)
  const [startedAt, setStartedAt] = useState<number>()
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      setStartedAt((await callApi(startFactorRemoval, { flow }, { signal })).removalAt)
    },
  })
  const removalAt = startedAt ?? step?.removalAt
  if (step && removalAt != null)
    return (
      <WaitingStep
        removalAt={removalAt}
        address={address}
        receiver={step.receiver}
        onBack={onBack}
        onClose={onCancel}
      />
    )
  return (
    <FormStep
      title={m.lost_factor_title()}
      address={address}
      form={form}
      submit={m.lost_factor_start()}
      isSubmitDisabled={!step}
      onBack={onBack}
      others={passkey}
    >
      {error ? (
        <LoadError error={error} onRetry={retry} />
      ) : (
        <>
          <p>{m.lost_factor_text()}</p>
          <RemovalTimeline receiver={step?.receiver} />
        </>
      )}
      <HelpInstead />
    </FormStep>
  )
}

interface WaitingProps {
  /** unix seconds */
  removalAt: number
  address: string | undefined
  receiver: string
  onBack(): void
  onClose(): void
}

const WaitingStep = ({ removalAt, address, receiver, onBack, onClose }: WaitingProps) => (
  <FlowStep title={m.lost_factor_waiting()} address={address} onBack={onBack}>
    <RemovalTimeline receiver={receiver} removalAt={removalAt} />
    <HelpInstead />
    <Button wide data-autofocus="" onClick={onClose}>
      {m.lost_factor_close()}
    </Button>
  </FlowStep>
)

/** In place of the wait. */
const HelpInstead = () => (
  <p>
    {m.lost_factor_other_ways()}
    {sentenceSpace()}
    <HelpLink>{m.customer_service()}</HelpLink>
  </p>
)

interface TimelineProps {
  /** undefined while it loads */
  receiver: string | undefined
  /** unix seconds; undefined: the wait has not begun */
  removalAt?: number
}

const RemovalTimeline = ({ receiver, removalAt }: TimelineProps) => (
  <Timeline>
    {receiver === undefined ? (
      <TimelineStep title={m.lost_factor_now()}>
        <Skeleton>{m.lost_factor_now_text({ receiver: RECEIVER_PLACEHOLDER })}</Skeleton>
      </TimelineStep>
    ) : removalAt === undefined ? (
      <TimelineStep title={m.lost_factor_now()}>{m.lost_factor_now_text({ receiver })}</TimelineStep>
    ) : (
      <TimelineStep done title={m.lost_factor_emailed({ receiver })} />
    )}
    <TimelineStep title={m.lost_factor_days()}>{m.lost_factor_days_text()}</TimelineStep>
    <TimelineStep
      title={
        removalAt === undefined
          ? m.lost_factor_then()
          : m.lost_factor_from({ time: formatZonedDateTime(removalAt) })
      }
    >
      {joinSentences([
        m.lost_factor_then_text(),
        removalAt === undefined
          ? m.lost_factor_then_days()
          : m.lost_factor_until({ time: formatZonedDateTime(removalAt + REMOVAL_READY_SECONDS) }),
      ])}
    </TimelineStep>
  </Timeline>
)
