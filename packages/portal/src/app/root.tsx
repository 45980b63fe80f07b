import { app_offline } from '@kerf/locales/messages'
import { Outlet, useRouterState } from '@tanstack/react-router'
import type { JSX, ReactNode } from 'react'
import { useLanguage } from '../lib/language.ts'
import { lazyComponent } from '../lib/lazy-component.tsx'
import { useOnline } from '../lib/online.ts'
import { pageLoading } from '../lib/page-loading.ts'
import { useStore } from '../lib/store.ts'
import { toastRegionNeeded } from '../ui/toast/toast.ts'
import { accountSwitch } from './account-switch.ts'
import styles from './root.module.css'

const LoadingOverlay = lazyComponent(
  async () => (await import('../ui/loading-overlay/loading-overlay.tsx')).LoadingOverlay,
)
const ToastRegion = lazyComponent(async () => (await import('../ui/toast/toast-region.tsx')).ToastRegion)
const ProfilePending = lazyComponent(
  async () => (await import('../routes/profile-skeleton.tsx')).ProfileSkeleton,
)

const SwitchDialog = lazyComponent(
  async () => (await import('./account-switch-dialog.tsx')).AccountSwitchDialog,
)

/** Around every page: what may have to be said on each of them. */
export function Root() {
  useLanguage()
  const online = useOnline()
  const waiting = useStore(pageLoading) > 0
  return (
    <>
      <div role="status" className={styles.offline}>
        {online ? null : app_offline()}
      </div>
      <Outlet />
      {waiting && <LoadingOverlay />}
      {useStore(toastRegionNeeded) && <ToastRegion />}
    </>
  )
}

/** Until the first page of a shell is decided on, the router shows nothing. The profile has a shape to show meanwhile. */
export function BeforeFirstPage({ children }: { children: ReactNode }): JSX.Element {
  const undecided = useRouterState({ select: state => state.matches.length === 0 })
  const asked = useStore(accountSwitch) !== undefined
  return (
    <>
      {children}
      {undecided && (/^\/\w+\/profile/.test(location.pathname) ? <ProfilePending /> : <LoadingOverlay />)}
      {asked && <SwitchDialog />}
    </>
  )
}
