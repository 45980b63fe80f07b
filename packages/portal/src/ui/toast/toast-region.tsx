import { Toast } from '@base-ui/react/toast'
import { TOAST_DURATION_MS } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '../icon/icons.tsx'
import iconButton from '../icon-button/icon-button.module.css'
import type { Tone } from '../tone.ts'
import { connectToastRegion, type ToastAction, type ToastMessage } from './toast.ts'
import styles from './toast-region.module.css'

const ICONS = { info: InfoIcon, success: CheckIcon, warning: AlertIcon, danger: AlertIcon }
const VISIBLE_MAX = 3
/** Assistive technology ignores text that a live region contains when it appears. */
const LIVE_REGION_DELAY_MS = 100
/** Time to read the text and to reach the button. Pointer and focus pause it. */
const ACTION_DURATION_MS = 10_000

interface ToastData {
  readonly tone: Tone
  readonly action: ToastAction | undefined
}

const durationOf = (action: ToastAction | undefined): number =>
  action ? ACTION_DURATION_MS : TOAST_DURATION_MS

const manager = Toast.createToastManager<ToastData>()
/** Ids of the toasts on the page. */
const shown = new Set<string>()

function showToast({ text, tone, action }: ToastMessage): void {
  const id = `${tone} ${text}`
  const data = { tone, action }
  if (shown.has(id)) manager.update(id, { data, timeout: durationOf(action) })
  // Without a timeout: the clock starts when the toast is painted, see ToastItem.
  else manager.add({ id, title: text, data, timeout: 0 })
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
  const { toasts } = Toast.useToastManager<ToastData>()
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
  const { tone = 'info', action } = entry.data ?? {}
  const Icon = ICONS[tone]
  useEffect(() => {
    shown.add(id)
    manager.update(id, { timeout: durationOf(action) })
    return () => {
      shown.delete(id)
    }
  }, [id, action])
  return (
    <Toast.Root toast={entry} className={styles.toast} data-tone={tone}>
      <Icon />
      <Toast.Title render={<span />} />
      {action && (
        <Toast.Action
          className={`${iconButton.button} ${styles.action}`}
          onClick={() => {
            manager.close(id)
            action.run()
          }}
        >
          {action.label}
        </Toast.Action>
      )}
      <Toast.Close className={iconButton.button} aria-label={m.ui_close()} aria-hidden={false}>
        <CloseIcon />
      </Toast.Close>
    </Toast.Root>
  )
}

type ToastEntry = ReturnType<typeof Toast.useToastManager<ToastData>>['toasts'][number]
