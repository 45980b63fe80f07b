import { isEmbedded } from '@kerf/contract/portal-url'
import { scan_open, scan_title } from '@kerf/locales/messages'
import { useState } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'
import { portalHref } from '../../lib/url/links.ts'
import { pathWithoutLanguage } from '../../lib/url/switch-language.ts'
import { Button } from '../../ui/button/button.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import { type ScanPurpose, storeScanRequest } from './scan-storage.ts'

/** Frames and host apps do not pass the camera on, and browsers offer it to secure pages only. */
const canOpenCamera = (): boolean =>
  window.top === window &&
  !isEmbedded(getPageContext().url) &&
  typeof navigator.mediaDevices?.getUserMedia === 'function'

const ScanIcon = /* @__PURE__ */ icon(
  path('M3 7V4.5L4.5 3H7M13 3h2.5L17 4.5V7M17 13v2.5L15.5 17H13M7 17H4.5L3 15.5V13M3 10h14'),
)

interface Props {
  purpose: ScanPurpose
  /** what was chosen before, see `Scanned` */
  kept?: string
  /** as a wide button: a way on of the page, and not a button beside a field */
  variant?: 'primary' | 'secondary'
}

/** Leads to the scanner. It shows nothing where the camera cannot be used, or where the result could not be handed over. */
export function ScanButton({ purpose, kept = '', variant }: Props) {
  const [isPossible, setPossible] = useState(canOpenCamera)
  const open = () => {
    const from = pathWithoutLanguage(location.pathname) + getPageContext().query
    const isStored = storeScanRequest({ purpose, from, kept })
    setPossible(isStored)
    // Another document: only that one may use the camera.
    if (isStored) location.assign(portalHref('machines/scan'))
  }
  if (!isPossible) return null
  return (
    <Button
      {...(variant ? { wide: true, variant } : ({ variant: 'quiet', size: 'small' } as const))}
      onClick={open}
    >
      <ScanIcon />
      {variant ? scan_title() : scan_open()}
    </Button>
  )
}
