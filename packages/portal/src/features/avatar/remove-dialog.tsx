import { setHeadpic } from '@kerf/contract/endpoints/profile'
import * as m from '@kerf/locales/messages'
import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { describeQueryError } from '../../lib/query/query-client.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'

/** Confirms the removal of the picture, which cannot be undone. */
export function RemoveDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi(setHeadpic, { headpic: '' }),
    onSuccess: onDone,
  })
  const errorText = describeQueryError(error)?.text
  return (
    <Dialog
      title={m.avatar_remove_title()}
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
      <p>{m.avatar_remove_text()}</p>
      {errorText && (
        <Notice tone="danger" role="alert">
          {errorText()}
        </Notice>
      )}
    </Dialog>
  )
}
