import * as m from '@kerf/locales/messages'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { CloseIcon } from '../icon/icons.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  title: ReactNode
  /** Esc, the close button, or a click beside it; the owner then stops rendering the dialog */
  onClose: () => void
  children: ReactNode
  /** buttons; the last one is the main one */
  actions?: ReactNode
  /** false: neither Esc nor a click beside it closes (something is under way) */
  closable?: boolean
}

/**
 * A modal while it is rendered. The browser keeps focus inside; on leaving it goes back to where it was. It starts on
 * the element marked `data-autofocus`, else on the first one.
 */
export function Dialog({ title, onClose, children, actions, closable = true }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    if (!element?.open) element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc, through onCancel, is the keyboard's way
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={event => {
        // One opened from inside this one: React hands its events up here, wherever it lies in the page.
        if (event.target !== dialog.current) return
        event.preventDefault()
        if (closable) onClose()
      }}
      onPointerDown={event => {
        pressedBeside.current = event.target === dialog.current
      }}
      onClick={event => {
        // A drag that began inside may end beside it.
        if (closable && pressedBeside.current && event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          {closable && (
            <button type="button" className={styles.close} aria-label={m.ui_close()} onClick={onClose}>
              <CloseIcon />
            </button>
          )}
        </header>
        {children}
        {actions && <footer className={styles.actions}>{actions}</footer>}
      </div>
    </dialog>
  )
}
