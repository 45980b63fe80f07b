import type { OutputOf } from '@kerf/contract/endpoint'
import type { startTotp } from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import { useCoarsePointer } from '../../lib/browser/use-media.ts'
import { inGroups } from '../../lib/text/in-groups.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { Disclosure } from '../../ui/disclosure/disclosure.tsx'
import styles from './totp-setup.module.css'

/** Lines of four groups each. */
const inLines = (secret: string) =>
  secret
    .match(/.{1,16}/g)
    ?.map(inGroups)
    .join('\n')

/**
 * What an authenticator app needs: the QR code, and the key for those who cannot scan it. On a phone, which cannot scan itself, a
 * link opens the app of the same phone.
 */
export function TotpSetup({ secret, uri, qrCode }: OutputOf<typeof startTotp>) {
  const isPhone = useCoarsePointer()
  const code = (
    <svg viewBox="-8 -8 116 116" className={styles.code} role="img" aria-label={m.two_step_qr_code()}>
      <rect x="-8" y="-8" width="116" height="116" fill="#fff" />
      <path d={qrCode} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
  return (
    <div className={styles.setup}>
      <p>{isPhone ? m.two_step_add() : m.two_step_scan()}</p>
      {isPhone ? (
        <ButtonLink variant="secondary" wide href={uri} target="_self">
          {m.two_step_open_app()}
        </ButtonLink>
      ) : (
        code
      )}
      <p>{isPhone ? m.two_step_key_or() : m.two_step_key_lead()}</p>
      <p className={styles.key}>
        <code>{inLines(secret)}</code>
        <CopyButton text={secret} what={m.two_step_key()} />
      </p>
      {isPhone && <Disclosure summary={m.two_step_other_device()}>{code}</Disclosure>}
      <p>{m.two_step_then()}</p>
    </div>
  )
}
