import { removeSecondEmail } from '@kerf/contract/endpoints/mailbox'
import * as m from '@kerf/locales/messages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { createErrorDescription } from '../../lib/api/error-texts.ts'
import { describeQueryError, queryClient } from '../../lib/query/query-client.ts'
import { formatDateTime } from '../../lib/text/format-time.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../ui/button/button.tsx'
import { DescriptionItem } from '../../ui/description-list/description-list.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { secondEmailQuery } from './second-email-query.ts'

/** The address by which a person who lost the mailbox recovers the account. */
export function SecondEmailRow({ email }: { email: string }) {
  const { data: second, error, refetch } = useQuery(secondEmailQuery())
  const [dialog, setDialog] = useState<'set' | 'remove'>()
  const close = () => setDialog(undefined)
  if (error && second === undefined)
    return (
      <DescriptionItem name={m.second_email()}>
        <LoadError error={createErrorDescription(error)} onRetry={() => void refetch()} />
      </DescriptionItem>
    )
  const isSet = second != null && second.endsAt === null
  return (
    <>
      <DescriptionItem
        name={m.second_email()}
        note={second === undefined ? m.second_email_none() : stateOf(second)}
        actions={
          second !== undefined && (
            <Button
              variant="quiet"
              size="small"
              aria-label={isSet ? m.second_email_remove() : m.second_email_set()}
              onClick={() => setDialog(isSet ? 'remove' : 'set')}
            >
              {isSet ? m.avatar_remove() : m.second_email_add()}
            </Button>
          )
        }
      >
        {second === undefined ? <Skeleton width="half" /> : (second?.email ?? m.profile_none())}
      </DescriptionItem>
      {dialog === 'set' && <ChangeEmailDialog second email={email} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog onClose={close} />}
    </>
  )
}

function stateOf(second: { startsAt: number; endsAt: number | null } | null): string {
  if (!second) return m.second_email_none()
  if (second.endsAt !== null) return m.second_email_until({ time: formatDateTime(second.endsAt) })
  return second.startsAt > Date.now() / 1_000
    ? m.second_email_from({ time: formatDateTime(second.startsAt) })
    : m.second_email_counts()
}

function RemoveDialog({ onClose }: { onClose(): void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => withReauthentication(() => callApi(removeSecondEmail, undefined)),
    async onSuccess() {
      await queryClient.invalidateQueries(secondEmailQuery())
      toast(m.second_email_removed(), 'success')
      onClose()
    },
  })
  const errorText = describeQueryError(error)?.text
  return (
    <Dialog
      title={m.second_email_remove()}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button variant="secondary" disabled={isPending} data-autofocus="" onClick={onClose}>
            {m.avatar_cancel()}
          </Button>
          <Button variant="danger" pending={isPending} onClick={() => mutate()}>
            {m.avatar_remove()}
          </Button>
        </>
      }
    >
      <p>{m.second_email_remove_text()}</p>
      {errorText && (
        <Notice tone="danger" role="alert">
          {errorText()}
        </Notice>
      )}
    </Dialog>
  )
}
