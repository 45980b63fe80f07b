import { Toast } from '@base-ui/react/toast'
import { TOAST_DURATION_MS } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '../icon/icons.tsx'
import type { Tone } from '../tone.ts'
import { connectToastRegion, type ToastMessage } from './toast.ts'
import styles from './toast-region.module.css'

const ICONS = { info: InfoIcon, success: CheckIcon, warning: AlertIcon, danger: AlertIcon }
const VISIBLE_MAX = 3
/** Assistive technology ignores text that a live region contains when it appears. */
const LIVE_REGION_DELAY_MS = 100

const manager = Toast.createToastManager<{ tone: Tone }>()
/** Ids of the toasts on the page. */
const shown = new Set<string>()

function showToast({ text, tone }: ToastMessage): void {
  const id = `${tone} ${text}`
  if (shown.has(id)) manager.update(id, { timeout: TOAST_DURATION_MS })
  // Without a timeout: the clock starts when the toast is painted, see ToastItem.
  else manager.add({ id, title: text, data: { tone }, timeout: 0 })
}

/** Shows the toasts of the page. Rendered once, near the root. */
export function ToastRegion() {
  useEffect(() => {
    let disconnect: (() => void) | undefined
    const timer = setTimeout(() => {
      disconnect = connectToastRegion(showToast)
    }, LIVE_REGION_DELAY_MS)
    return () => {
      clearTimeout(timer)
      disconnect?.()
    }
  }, [])
  return (
    <Toast.Provider toastManager={manager} limit={VISIBLE_MAX}>
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
      {toasts.map(entry => (
        <ToastItem key={entry.id} entry={entry} />
      ))}
    </Toast.Viewport>
  )
}

function ToastItem({ entry }: { entry: ToastEntry }) {
  const { id } = entry
  const tone = entry.data?.tone ?? 'info'
  const Icon = ICONS[tone]
  useEffect(() => {
    shown.add(id)
    manager.update(id, { timeout: TOAST_DURATION_MS })
    return () => {
      shown.delete(id)
    }
  }, [id])
  return (
    <Toast.Root toast={entry} className={styles.toast} data-tone={tone}>
      <Icon />
      <Toast.Title render={<span />} />
      <Toast.Close aria-label={m.ui_close()} aria-hidden={false}>
        <CloseIcon />
      </Toast.Close>
    </Toast.Root>
  )
}

type ToastEntry = ReturnType<typeof Toast.useToastManager<{ tone: Tone }>>['toasts'][number]
