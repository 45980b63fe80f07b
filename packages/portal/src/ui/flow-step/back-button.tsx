import type { PortalPage } from '@kerf/contract/portal-routes'
import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { AppLink } from '../app-link/app-link.tsx'
import { ArrowLeftIcon } from '../icon/icons.tsx'
import styles from './back-button.module.css'

/** To the step before. */
export const BackButton = ({ disabled, onClick }: { disabled?: boolean | undefined; onClick(): void }) => (
  <button type="button" className={styles.back} disabled={disabled} onClick={onClick}>
    <ArrowLeftIcon />
    {m.ui_back()}
  </button>
)

/** Out of the flow, to another page. */
export const BackLink = ({ to, children }: { to: PortalPage; children: ReactNode }) => (
  <AppLink to={to} className={styles.back}>
    <ArrowLeftIcon />
    {children}
  </AppLink>
)

/** Whom a step is about, such as the address that was typed before. `onChange`: leads to where it can be changed. */
export const AddressChip = ({ address, onChange }: { address: string; onChange?(): void }) =>
  onChange ? (
    <button type="button" className={styles.address} onClick={onChange}>
      {address} <span>{m.security_change()}</span>
    </button>
  ) : (
    <p className={styles.address}>{address}</p>
  )
