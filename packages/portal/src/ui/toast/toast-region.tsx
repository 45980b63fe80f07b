import { Toast } from '@base-ui/react/toast'
import { TOAST_DURATION_MS } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '../icon/icons.tsx'
import type { Tone } from '../tone.ts'
import { connectToastRegion } from './toast.ts'
import styles from './toast-region.module.css'

const ICONS = { info: InfoIcon, success: CheckIcon, warning: AlertIcon, danger: AlertIcon }
const VISIBLE_MAX = 3
/** Assistive technology ignores text that a live region contains when it appears. */
const LIVE_REGION_DELAY_MS = 100
/** Base UI starts the clock before the toast is painted; a person sees it for the whole duration. */
const PAINT_ALLOWANCE_MS = 50

const manager = Toast.createToastManager<{ tone: Tone }>()

/** Shows the toasts of the page. Rendered once, near the root. */
export function ToastRegion() {
  useEffect(() => {
    let disconnect: (() => void) | undefined
    const timer = setTimeout(() => {
      disconnect = connectToastRegion(({ text, tone }) => {
        // An id of its own for each text: adding it again renews the visible toast.
        manager.add({ id: `${tone} ${text}`, title: text, data: { tone } })
      })
    }, LIVE_REGION_DELAY_MS)
    return () => {
      clearTimeout(timer)
      disconnect?.()
    }
  }, [])
  return (
    <Toast.Provider
      toastManager={manager}
      timeout={TOAST_DURATION_MS + PAINT_ALLOWANCE_MS}
      limit={VISIBLE_MAX}
    >
      <ToastList />
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager<{ tone: Tone }>()
  const region = useRef<HTMLDivElement>(null)

  // Showing the popover again moves it above a dialog that opened later.
  useLayoutEffect(() => {
    const element = region.current
    if (!element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (toasts.length > 0) element.showPopover()
  }, [toasts])

  return (
    <Toast.Viewport
      ref={region}
      className={styles.region}
      aria-label={m.ui_notifications()}
      render={<div popover="manual" />}
    >
      {toasts.map(entry => {
        const tone = entry.data?.tone ?? 'info'
        const Icon = ICONS[tone]
        return (
          <Toast.Root key={entry.id} toast={entry} className={styles.toast} data-tone={tone}>
            <Icon />
            <Toast.Title render={<span />} />
            <Toast.Close aria-label={m.ui_close()} aria-hidden={false}>
              <CloseIcon />
            </Toast.Close>
          </Toast.Root>
        )
      })}
    </Toast.Viewport>
  )
}
