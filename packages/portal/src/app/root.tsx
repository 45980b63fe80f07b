import { app_offline } from '@kerf/locales/messages'
import { Outlet, useRouterState } from '@tanstack/react-router'
import type { JSX, ReactNode } from 'react'
import { busy } from '../lib/busy.ts'
import { extra } from '../lib/extra.tsx'
import { useLanguage } from '../lib/language.ts'
import { useOnline } from '../lib/online.ts'
import { useStore } from '../lib/store.ts'
import { toastsWanted } from '../ui/toast-region/toasts-wanted.ts'
import styles from './root.module.css'
import { switchQuestion } from './switch-question.ts'

const LoadingOverlay = extra(
  async () => (await import('../ui/loading-overlay/loading-overlay.tsx')).LoadingOverlay,
)
const ToastRegion = extra(async () => (await import('../ui/toast-region/toast-region.tsx')).ToastRegion)
const ProfilePending = extra(async () => (await import('../routes/profile-pending.tsx')).ProfilePending)

const SwitchDialog = extra(async () => (await import('./switch-dialog.tsx')).SwitchDialog)

/** Around every page: what may have to be said on each of them. */
export function Root() {
  useLanguage()
  const online = useOnline()
  const waiting = useStore(busy) > 0
  return (
    <>
      <div role="status" className={styles.offline}>
        {online ? null : app_offline()}
      </div>
      <Outlet />
      {waiting && <LoadingOverlay />}
      {useStore(toastsWanted) && <ToastRegion />}
    </>
  )
}

/** Until the first page of a shell is decided on, the router shows nothing. The profile has a shape to show meanwhile. */
export function BeforeFirstPage({ children }: { children: ReactNode }): JSX.Element {
  const undecided = useRouterState({ select: state => state.matches.length === 0 })
  const asked = useStore(switchQuestion) !== undefined
  return (
    <>
      {children}
      {undecided && (/^\/\w+\/profile/.test(location.pathname) ? <ProfilePending /> : <LoadingOverlay />)}
      {asked && <SwitchDialog />}
    </>
  )
}
