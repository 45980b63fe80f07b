import { setHeadpic } from '@kerf/contract/endpoints/profile'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { describeError } from '../../lib/describe-error.ts'
import type { LocalizedText } from '../../lib/field-rules.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'

/** Confirms the removal of the picture, which cannot be undone. */
export function RemoveDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<LocalizedText>()

  async function remove() {
    setPending(true)
    setError(undefined)
    try {
      await callApi(setHeadpic, { headpic: '' })
      onDone()
    } catch (error) {
      const { text } = await describeError(error)
      setError(() => text)
      setPending(false)
    }
  }

  return (
    <Dialog
      title={m.avatar_remove_title()}
      onClose={onClose}
      closable={!pending}
      actions={
        <>
          <Button variant="secondary" disabled={pending} data-autofocus="" onClick={onClose}>
            {m.avatar_cancel()}
          </Button>
          <Button variant="danger" pending={pending} onClick={remove}>
            {m.avatar_remove()}
          </Button>
        </>
      }
    >
      <p>{m.avatar_remove_text()}</p>
      {error && (
        <Notice tone="danger" role="alert">
          {error()}
        </Notice>
      )}
    </Dialog>
  )
}
