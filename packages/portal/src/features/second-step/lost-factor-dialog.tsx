import { startFactorRemoval } from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { formatDateTime } from '../../lib/format-time.ts'
import { useForm } from '../../lib/use-form.ts'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useLoginStep } from './use-login-step.ts'

interface Props {
  flow: string
  /** back to the codes */
  onBack(): void
  /** ends the login */
  onCancel(): void
}

/** For an owner who has neither the phone nor a recovery code: starts the waiting time, or says when it ends. */
export function LostFactorDialog({ flow, onBack, onCancel }: Props) {
  const { step, error } = useLoginStep(flow)
  const [startedAt, setStartedAt] = useState<number>()
  const removalAt = startedAt ?? step?.removalAt
  const isWaiting = removalAt != null
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      if (isWaiting) return onCancel()
      setStartedAt((await callApi(startFactorRemoval, { flow }, { signal })).removalAt)
    },
  })
  return (
    <FormDialog
      title={m.lost_factor_title()}
      form={form}
      submit={isWaiting ? m.lost_factor_close() : m.lost_factor_start()}
      onClose={onBack}
    >
      {!step && !error && <Skeleton />}
      <ErrorNotice error={error} />
      {step && !isWaiting && (
        <>
          <p>{m.lost_factor_text({ receiver: step.receiver })}</p>
          <p>{m.lost_factor_other_ways()}</p>
        </>
      )}
      {step && isWaiting && (
        <Notice tone="info">
          {m.lost_factor_waiting({ time: formatDateTime(removalAt), receiver: step.receiver })}
        </Notice>
      )}
    </FormDialog>
  )
}
