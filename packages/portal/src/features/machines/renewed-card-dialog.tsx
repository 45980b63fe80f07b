import * as m from '@kerf/locales/messages'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './offer-dialog.module.css'
import { OfferedCode } from './offer-dialog.tsx'

/** The card of a released machine without display. The portal keeps a hash of it only, so it is shown once. */
export function RenewedCardDialog({ card, onClose }: { card: string; onClose(): void }) {
  const shown = card.replace(/(.{4})(?=.)/g, '$1-')
  return (
    <Dialog
      title={m.release_card_title()}
      onClose={onClose}
      actions={<Button onClick={onClose}>{m.offer_close()}</Button>}
    >
      <div className={styles.offer}>
        <p>{m.release_card_text()}</p>
        <OfferedCode code={shown} what={m.release_card()} />
      </div>
    </Dialog>
  )
}
