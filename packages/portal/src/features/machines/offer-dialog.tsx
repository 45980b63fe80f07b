import * as m from '@kerf/locales/messages'
import { keepDates } from '../../lib/text/rich-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './offer-dialog.module.css'

interface Props {
  title: string
  text: string
  /** below the code, smaller */
  note?: string
  url: string
  /** the same to be typed, in groups */
  shownCode?: string
  /** SVG path in a square of 100 */
  qrCode: string
  onClose(): void
}

/** Phones hand the link to another app. */
const canShare = (): boolean =>
  typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches

/** The link of an invitation or a transfer. The portal keeps neither, so it is shown once. */
export const OfferDialog = ({ title, text, note, url, shownCode, qrCode, onClose }: Props) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <>
        <Button variant="secondary" onClick={onClose}>
          {m.offer_close()}
        </Button>
        {canShare() ? (
          // It rejects when the person closes the list of apps.
          <Button onClick={() => void navigator.share({ url }).catch(() => {})}>{m.offer_share()}</Button>
        ) : (
          <div>
            <CopyButton text={url} what={m.offer_link()} named isMain />
          </div>
        )}
      </>
    }
  >
    <div className={styles.offer}>
      <p>{keepDates(text)}</p>
      <svg viewBox="-8 -8 116 116" className={styles.code} role="img" aria-label={m.offer_qr()}>
        <rect x="-8" y="-8" width="116" height="116" fill="#fff" />
        <path d={qrCode} fill="#000" shapeRendering="crispEdges" />
      </svg>
      {shownCode && <OfferedCode code={shownCode} what={m.offer_code()} />}
      <p className={styles.url}>
        <code>{url}</code>
        {canShare() && <CopyButton text={url} what={m.offer_link()} named />}
      </p>
      {note && <p className={styles.note}>{keepDates(note)}</p>}
    </div>
  </Dialog>
)

/** A code to read out or to type, with a button that copies it. `what`: completes the name of the button. */
export const OfferedCode = ({ code, what }: { code: string; what: string }) => (
  <p className={styles.plate}>
    <code>{code}</code>
    <CopyButton text={code} what={what} />
  </p>
)
