import type { OutputOf } from '@kerf/contract/endpoint'
import type { startTotp } from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import { useCoarsePointer } from '../../lib/browser/use-media.ts'
import { inGroups } from '../../lib/text/in-groups.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { Disclosure } from '../../ui/disclosure/disclosure.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './totp-setup.module.css'

/** As long as every secret: holds its place. */
const SECRET_PLACEHOLDER = 'A'.repeat(32)

/** Lines of four groups each. */
const inLines = (secret: string) =>
  secret
    .match(/.{1,16}/g)
    ?.map(inGroups)
    .join('\n')

/**
 * What an authenticator app needs: the QR code, and the key for those who cannot scan it. On a phone, which cannot scan itself, a
 * link opens the app of the same phone. Without properties: the same while they load, so that nothing below moves.
 */
export function TotpSetup({ secret, uri, qrCode }: Partial<OutputOf<typeof startTotp>>) {
  const isPhone = useCoarsePointer()
  const code =
    qrCode === undefined ? (
      <div className={styles.code}>
        <Skeleton shape="block" />
      </div>
    ) : (
      <svg viewBox="-8 -8 116 116" className={styles.code} role="img" aria-label={m.two_step_qr_code()}>
        <rect x="-8" y="-8" width="116" height="116" fill="#fff" />
        <path d={qrCode} fill="#000" shapeRendering="crispEdges" />
      </svg>
    )
  return (
    <div className={styles.setup}>
      <p>{isPhone ? m.two_step_add() : m.two_step_scan()}</p>
      {!isPhone ? (
        code
      ) : uri === undefined ? (
        <Skeleton shape="control" />
      ) : (
        <ButtonLink variant="secondary" wide href={uri} target="_self">
          {m.two_step_open_app()}
        </ButtonLink>
      )}
      <p>{isPhone ? m.two_step_key_or() : m.two_step_key_lead()}</p>
      <p className={styles.key}>
        <code>
          {secret === undefined ? <Skeleton>{inLines(SECRET_PLACEHOLDER)}</Skeleton> : inLines(secret)}
        </code>
        <CopyButton text={secret} what={m.two_step_key()} />
      </p>
      {isPhone && <Disclosure summary={m.two_step_other_device()}>{code}</Disclosure>}
      <p>{m.two_step_then()}</p>
    </div>
  )
}
