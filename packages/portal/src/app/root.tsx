import { app_offline } from '@kerf/locales/messages'
import { type ComponentType, lazy, Suspense } from 'react'
import { useOnline } from '../lib/browser/online.ts'
import { useLanguage } from '../lib/page/language.ts'
import { pageLoading } from '../lib/page/page-loading.ts'
import type { Router } from '../lib/router/router.ts'
import { Outlet, RouterProvider, useIsUnresolved } from '../lib/router/router-view.tsx'
import { useStore } from '../lib/store.ts'
import { Main } from '../ui/main/main.tsx'
import { PageError } from '../ui/page-error/page-error.tsx'
import { SkipLink } from '../ui/skip-link/skip-link.tsx'
import { toastRegionNeeded } from '../ui/toast/toast-region-needed.ts'
import { accountSwitch } from './account-switch.ts'
import styles from './root.module.css'

/** An optional component that renders once its code is loaded, and stays empty if the code cannot be loaded. */
function lazyComponent(load: () => Promise<ComponentType>): ComponentType {
  const Lazy = lazy(() =>
    load().then(
      component => ({ default: component }),
      () => ({ default: () => null }),
    ),
  )
  return () => (
    <Suspense>
      <Lazy />
    </Suspense>
  )
}

const LoadingOverlay = lazyComponent(
  async () => (await import('../ui/loading-overlay/loading-overlay.tsx')).LoadingOverlay,
)
const ToastRegion = lazyComponent(async () => (await import('../ui/toast/toast-region.tsx')).ToastRegion)
const loadProfileSkeleton = async () =>
  (await import('../routes/frames/profile-skeleton.tsx')).ProfileSkeleton
const ProfileSkeleton = lazyComponent(loadProfileSkeleton)
const isAccountPage = () => /^\/\w+\/(profile|message)/.test(location.pathname)

/** Loads what the first page shows before it is resolved, while the page starts. */
export function preloadSkeleton(): void {
  if (isAccountPage()) loadProfileSkeleton().catch(() => {})
}
const AccountSwitchDialog = lazyComponent(
  async () => (await import('./account-switch-dialog.tsx')).AccountSwitchDialog,
)

/** Around every page: skip link, offline notice, loading overlay and toasts. */
export function Root() {
  useLanguage()
  const online = useOnline()
  const isLoading = useStore(pageLoading) > 0
  return (
    <>
      <SkipLink />
      <div role="status" className={styles.offline}>
        {online ? null : app_offline()}
      </div>
      <Outlet />
      {isLoading && <LoadingOverlay />}
      {useStore(toastRegionNeeded) && <ToastRegion />}
    </>
  )
}

export const App = ({ router }: { router: Router }) => (
  <RouterProvider router={router}>
    <Outlet />
    <BeforeFirstPage />
  </RouterProvider>
)

/** The router renders nothing before the first page is resolved. Meanwhile this shows a skeleton or the overlay. */
function BeforeFirstPage() {
  const isUnresolved = useIsUnresolved()
  const isAsking = useStore(accountSwitch) !== undefined
  return (
    <>
      {isUnresolved && (isAccountPage() ? <ProfileSkeleton /> : <LoadingOverlay />)}
      {isAsking && <AccountSwitchDialog />}
    </>
  )
}

/** Shown when a page fails and no layout is there to hold the error. */
export function ErrorPage() {
  return (
    <Main className={styles.page}>
      <PageError />
    </Main>
  )
}
