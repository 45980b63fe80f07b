import type { PortalPage } from '@kerf/contract/portal-routes'
import type { ReactNode } from 'react'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { ArrowLeftIcon } from '../../ui/icon/icons.tsx'
import styles from './back-link.module.css'

export function BackLink({ to, children }: { to: PortalPage; children: ReactNode }) {
  return (
    <AppLink to={to} className={styles.back}>
      <ArrowLeftIcon />
      {children}
    </AppLink>
  )
}
