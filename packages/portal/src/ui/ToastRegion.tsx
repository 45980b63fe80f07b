import * as m from '@kerf/locales/messages'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from './icons.tsx'
import styles from './ToastRegion.module.css'
import { currentToasts, dismissToast, pauseToasts, resumeToasts, subscribeToasts } from './toast-store.ts'

const ICONS = { info: InfoIcon, success: CheckIcon, warning: AlertIcon, danger: AlertIcon }
const NONE = [] as const

/** Rendered once, near the root: the live region must be there before its first words. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, () => NONE)
  const region = useRef<HTMLElement>(null)

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
