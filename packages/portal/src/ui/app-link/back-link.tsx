import type { PortalPage } from '@kerf/contract/portal-routes'
import type { ReactNode } from 'react'
import { ArrowLeftIcon } from '../icon/icons.tsx'
import { AppLink } from './app-link.tsx'
import styles from './back-link.module.css'

/** To the page that this one belongs to. */
export const BackLink = ({ to, children }: { to: PortalPage; children: ReactNode }) => (
  <AppLink to={to} className={styles.back}>
    <ArrowLeftIcon />
    {children}
  </AppLink>
)
