import { app_offline } from '@kerf/locales/messages'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { busy } from '../lib/busy.ts'
import { useLanguage } from '../lib/language.ts'
import { useOnline } from '../lib/online.ts'
import { useStore } from '../lib/store.ts'
import styles from './root.module.css'
import { toastsWanted } from '../ui/toasts-wanted.ts'

const LoadingOverlay = lazy(async () => ({
  default: (await import('../ui/LoadingOverlay.tsx')).LoadingOverlay,
}))

const ToastRegion = lazy(async () => ({ default: (await import('../ui/ToastRegion.tsx')).ToastRegion }))

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
      {waiting && (
        <Suspense>
          <LoadingOverlay />
        </Suspense>
      )}
      {useStore(toastsWanted) && (
        <Suspense>
          <ToastRegion />
        </Suspense>
      )}
    </>
  )
}
