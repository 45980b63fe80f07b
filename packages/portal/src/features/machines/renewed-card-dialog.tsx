import * as m from '@kerf/locales/messages'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './offer-dialog.module.css'

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
        <p className={styles.url}>
          <code>{shown}</code>
          <CopyButton text={shown} what={m.release_card()} named />
        </p>
      </div>
    </Dialog>
  )
}
