import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { CloseButton } from '../icon-button/close-button.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  title: ReactNode
  /** called on Esc, the close button or a click outside; the owner then stops rendering the dialog */
  onClose: () => void
  children: ReactNode
  /** for a picture whose details must be readable */
  isWide?: boolean
  /** two buttons: the primary one is the last; more stand in a column: it is the first */
  actions?: ReactNode
  /** false: Esc and clicks outside do not close it, as while a call is pending */
  closable?: boolean
}

/**
 * A modal dialog, open while rendered. The browser traps focus, which starts at the element marked `data-autofocus`, else at the
 * first focusable one, and returns to the previous element on close.
 */
export function Dialog({ title, onClose, children, isWide = false, actions, closable = true }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    const previous = document.activeElement
    // One veil for a dialog above another, see the style.
    element?.toggleAttribute('data-above', document.querySelector('dialog[open]') !== null)
    if (!element?.open) element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.close()
      if (previous instanceof HTMLElement) previous.focus()
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it by keyboard, see onCancel
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      aria-labelledby={id}
      onCancel={event => {
        // React bubbles the events of a dialog that was opened from this one.
        if (event.target !== dialog.current) return
        event.preventDefault()
        if (closable) onClose()
      }}
      onPointerDown={event => {
        pressedOutside.current = event.target === dialog.current
      }}
      onClick={event => {
        // A drag that began inside, such as a text selection, may end outside.
        if (closable && pressedOutside.current && event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.content} data-front>
        {/* A <header> or <footer> in a dialog would be one of the whole page. */}
        <div className={styles.header}>
          <h2 id={id}>{title}</h2>
          {closable && <CloseButton onClick={onClose} />}
        </div>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
