import { removeSecondEmail } from '@kerf/contract/endpoints/mailbox'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { createErrorDescription } from '../../lib/api/error-texts.ts'
import { queryClient } from '../../lib/query/query-client.ts'
import { formatDateTime } from '../../lib/text/format-time.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Confirmation } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { LetterIcon } from '../../ui/icon/icons.tsx'
import { Item } from '../../ui/item-list/item-list.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { secondEmailQuery } from './second-email-query.ts'

/** The address by which a person who lost the mailbox recovers the account. */
export function SecondEmailRow({ onSet, onRemove }: { onSet(): void; onRemove(): void }) {
  const { data: second, error, refetch } = useQuery(secondEmailQuery())
  const isSet = second != null && second.endsAt === null
  return (
    <Item
      mark={<LetterIcon />}
      title={m.second_email()}
      badge={second === null && m.security_state_none()}
      badgeTone="neutral"
      facts={
        <>
          {second && <span>{second.email}</span>}
          <span>{stateOf(second ?? null)}</span>
        </>
      }
      actions={
        second !== undefined && (
          <Button
            variant={isSet ? 'removal' : 'secondary'}
            size="small"
            aria-label={isSet ? m.second_email_remove() : m.second_email_set()}
            onClick={isSet ? onRemove : onSet}
          >
            {isSet ? m.avatar_remove() : m.second_email_add()}
          </Button>
        )
      }
    >
      {error && second === undefined && (
        <LoadError error={createErrorDescription(error)} onRetry={() => void refetch()} />
      )}
    </Item>
  )
}

function stateOf(second: { startsAt: number; endsAt: number | null } | null): string {
  if (!second) return m.second_email_none()
  if (second.endsAt !== null) return m.second_email_until({ time: formatDateTime(second.endsAt) })
  return second.startsAt > Date.now() / 1_000
    ? m.second_email_from({ time: formatDateTime(second.startsAt) })
    : m.second_email_counts()
}

/** The question before the second address is removed. */
export const secondEmailRemoval = (): Confirmation => ({
  title: m.second_email_remove(),
  text: m.second_email_remove_text(),
  submit: m.avatar_remove(),
  danger: true,
  async run(signal) {
    await withReauthentication(() => callApi(removeSecondEmail, undefined, { signal }))
    await queryClient.invalidateQueries(secondEmailQuery())
    toast(m.second_email_removed(), 'success')
  },
})
