import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { DotsIcon } from '../icon/icons.tsx'
import button from '../icon-button/icon-button.module.css'
import styles from './menu.module.css'

export interface MenuAction {
  readonly name: string
  /** It takes something away. */
  readonly danger?: boolean
  run(): void
}

interface Props {
  /** name of the button and of the menu */
  label: string
  actions: readonly MenuAction[]
}

const STEPS: Record<string, (at: number) => number> = {
  ArrowDown: at => at + 1,
  ArrowUp: at => at - 1,
  Home: () => 0,
  End: () => -1,
}

/**
 * A button with three dots that opens a menu of actions. The focus returns to the button before an action runs, so that a dialog can
 * return it there. A panel of links and other content is a disclosure instead: `features/account-menu/use-disclosure.ts`.
 */
export function Menu({ label, actions }: Props) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const findItems = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const close = () => {
    opener.current?.focus()
    setOpen(false)
  }
  useEffect(() => {
    if (!isOpen) return
    const element = root.current
    element?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const isInside = (target: EventTarget | null) => target instanceof Node && element?.contains(target)
    const closeOnPress = ({ target }: Event) => {
      if (isInside(target)) return
      setOpen(false)
      // The focus moves after this event. A press on something that takes no focus only removes it.
      setTimeout(() => {
        if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true })
      })
    }
    // When the window loses the focus, the page keeps its active element: the menu stays open.
    const closeOnLeave = ({ relatedTarget }: FocusEvent) => {
      if (!isInside(relatedTarget ?? document.activeElement)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOnPress)
    element?.addEventListener('focusout', closeOnLeave)
    return () => {
      document.removeEventListener('pointerdown', closeOnPress)
      element?.removeEventListener('focusout', closeOnLeave)
    }
  }, [isOpen])
  const move = (event: KeyboardEvent) => {
    if (isOpen && event.key === 'Escape') {
      // Otherwise a dialog around it closes, too.
      event.preventDefault()
      return close()
    }
    // Tab goes on from the button.
    if (isOpen && event.key === 'Tab') return close()
    const step = isOpen || event.key === 'ArrowDown' ? STEPS[event.key] : undefined
    if (!step) return
    event.preventDefault()
    if (!isOpen) return setOpen(true)
    const items = findItems()
    const at = items.indexOf(document.activeElement as HTMLElement)
    items.at(step(at) % items.length)?.focus()
  }
  return (
    <div ref={root} className={styles.root}>
      <button
        ref={opener}
        type="button"
        className={button.button}
        // Safari focuses a pressed button only with a tab index. Without the focus the press would close the menu and open it again.
        tabIndex={0}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? close() : setOpen(true))}
        onKeyDown={move}
      >
        <DotsIcon />
      </button>
      {isOpen && (
        <div id={id} role="menu" aria-label={label} tabIndex={-1} className={styles.menu} onKeyDown={move}>
          {actions.map(({ name, danger, run }) => (
            // Each in an element of its own: rows of lists look for buttons side by side.
            <div key={name} role="none">
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={styles.action}
                data-danger={danger || undefined}
                onClick={() => {
                  close()
                  run()
                }}
              >
                {name}
              </button>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
