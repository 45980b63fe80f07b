import { setHeadpic } from '@kerf/contract/endpoints/profile'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { explainFault } from '../../lib/faults.ts'
import type { Text } from '../../lib/rules.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'

/** The picture is deleted for good, so it is asked first. */
export function RemoveDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const [pending, setPending] = useState(false)
  const [fault, setFault] = useState<Text>()

  async function remove() {
    setPending(true)
    setFault(undefined)
    try {
      await call(setHeadpic, { headpic: '' })
      onDone()
    } catch (error) {
      const { text } = await explainFault(error)
      setFault(() => text)
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
      {fault && (
        <Notice tone="danger" role="alert">
          {fault()}
        </Notice>
      )}
    </Dialog>
  )
}
