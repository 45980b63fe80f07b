import * as m from '@kerf/locales/messages'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

interface Props {
  /** who is signed in */
  name: string
  pending: boolean
  onConfirm(): void
  onClose(): void
}

/** A code is redeemed to the account that is signed in, so another one means to log out first. */
export function OtherAccountDialog({ name, pending, onConfirm, onClose }: Props) {
  return (
    <Dialog
      title={m.exchange_other_title()}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" data-autofocus="" onClick={onClose}>
            {m.exchange_other_stay()}
          </Button>
          <Button pending={pending} onClick={onConfirm}>
            {m.exchange_other_confirm()}
          </Button>
        </>
      }
    >
      <p>{m.exchange_other_text({ name })}</p>
    </Dialog>
  )
}
