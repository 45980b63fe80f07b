import * as m from '@kerf/locales/messages'
import { formatDate, isoDateTime } from '../../lib/text/format-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { HISTORY_ID } from './history-card.tsx'
import styles from './success-dialog.module.css'
import { TicketCelebration } from './ticket-celebration.tsx'
import type { BenefitGrant } from './use-redeem.ts'

interface Props {
  granted: BenefitGrant
  onClose(): void
}

export function SuccessDialog({ granted: { benefit, effectTime, expireTime }, onClose }: Props) {
  const from = formatDate(effectTime)
  const showHistory = () => {
    onClose()
    document.getElementById(HISTORY_ID)?.scrollIntoView()
  }
  return (
    <Dialog
      title={m.exchange_success()}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={showHistory}>
            {m.exchange_see()}
          </Button>
          <Button data-autofocus="" onClick={onClose}>
            {m.exchange_done()}
          </Button>
        </>
      }
    >
      <div className={styles.stage}>
        <TicketCelebration />
      </div>
      <div className={styles.words} role="status">
        <strong>{benefit}</strong>
        <span>
          {expireTime === 0 ? (
            m.exchange_valid_endless({ from })
          ) : (
            <time dateTime={isoDateTime(expireTime)}>
              {m.exchange_valid({ from, until: formatDate(expireTime) })}
            </time>
          )}
        </span>
      </div>
    </Dialog>
  )
}
