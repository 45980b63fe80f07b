import type { OutputOf } from '@kerf/contract/endpoint'
import type { startTotp } from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import styles from './totp-setup.module.css'

/**
 * What an authenticator app needs: the QR code, and the key for those who cannot scan it. On a phone, a link opens the app of
 * the same phone.
 */
export function TotpSetup({ secret, uri, qrCode }: OutputOf<typeof startTotp>) {
  return (
    <div className={styles.setup}>
      <div className={styles.open}>
        {/* Not a page of the portal: the browser opens it. */}
        <ButtonLink variant="secondary" wide href={uri} target="_self">
          {m.two_step_open_app()}
        </ButtonLink>
      </div>
      <svg viewBox="-8 -8 116 116" className={styles.code} role="img" aria-label={m.two_step_qr_code()}>
        <rect x="-8" y="-8" width="116" height="116" fill="#fff" />
        <path d={qrCode} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <p>{m.two_step_key_lead()}</p>
      <p className={styles.key}>
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} what={m.two_step_key()} />
      </p>
    </div>
  )
}
