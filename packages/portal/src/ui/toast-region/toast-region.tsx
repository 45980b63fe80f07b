import * as m from '@kerf/locales/messages'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '../icon/icons.tsx'
import styles from './toast-region.module.css'
import {
  beginToasts,
  currentToasts,
  dismissToast,
  pauseToasts,
  resumeToasts,
  subscribeToasts,
} from './toast-store.ts'

const ICONS = { info: InfoIcon, success: CheckIcon, warning: AlertIcon, danger: AlertIcon }
const NONE = [] as const
/** Milliseconds in which assistive technology notices a new live region. */
const PAUSE = 100

/** Rendered once, near the root: the live region must be there before its first words. */
export function ToastRegion() {
  const [noticed, setNoticed] = useState(false)
  const shown = useSyncExternalStore(subscribeToasts, currentToasts, () => NONE)
  const toasts = noticed ? shown : NONE
  const region = useRef<HTMLElement>(null)

  useEffect(() => {
    const timer = setTimeout(setNoticed, PAUSE, true)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (noticed) beginToasts()
  }, [noticed])

  // A popover shown anew lies above a dialog that was opened before it.
  useLayoutEffect(() => {
    const element = region.current
    if (!element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (toasts.length > 0) element.showPopover()
  }, [toasts])

  return (
    <section
      ref={region}
      popover="manual"
      className={styles.region}
      aria-label={m.ui_notifications()}
      aria-live="polite"
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
    >
      {toasts.map(({ id, text, tone }) => {
        const Icon = ICONS[tone]
        return (
          <div key={id} className={styles.toast} data-tone={tone}>
            <Icon />
            <span>{text}</span>
            <button type="button" aria-label={m.ui_close()} onClick={() => dismissToast(id)}>
              <CloseIcon />
            </button>
          </div>
        )
      })}
    </section>
  )
}
