import { type RefObject, useEffect, useEffectEvent } from 'react'
import { shortcutsEnabled } from './shortcuts-setting.ts'

/** Keyboard shortcuts: j and k move through the list, u returns to it. Enter opens the focused button natively. */
type Move = 'next' | 'previous' | 'back'

const MOVES: Readonly<Record<string, Move>> = { j: 'next', k: 'previous', u: 'back' }

/** The move that a key triggers; undefined while typing, in a dialog, or for a browser shortcut. */
function moveForKey(event: KeyboardEvent): Move | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return undefined
  const [target] = event.composedPath()
  if (
    target instanceof Element &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], dialog')
  )
    return undefined
  return MOVES[event.key]
}

interface Keys {
  root: RefObject<HTMLElement | null>
  /** the keys work wherever the focus is, not only inside the message center */
  wholePage: boolean
  /** the open message */
  opened: string | undefined
  /** undefined: there is nothing to return from */
  onBack: (() => void) | undefined
}

export function useMessageKeys({ root, wholePage, opened, onBack }: Keys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const move = shortcutsEnabled.get() ? moveForKey(event) : undefined
    if (move === undefined || !root.current) return
    if (move === 'back') {
      if (!onBack) return
      event.preventDefault()
      return onBack()
    }
    const all = [...root.current.querySelectorAll<HTMLElement>('[data-message]')]
    const buttons = all.filter(button => button.getClientRects().length > 0)
    const { activeElement } = root.current.getRootNode() as Document | ShadowRoot
    const focused = buttons.indexOf(activeElement as HTMLElement)
    const at = focused >= 0 ? focused : buttons.findIndex(button => button.dataset.message === opened)
    const next = buttons[Math.max(0, Math.min(buttons.length - 1, move === 'next' ? at + 1 : at - 1))]
    if (!next) return
    event.preventDefault()
    next.focus()
  })
  useEffect(() => {
    const target: HTMLElement | Document | null = wholePage ? document : root.current
    const onKeyDown = (event: Event) => handleKey(event as KeyboardEvent)
    target?.addEventListener('keydown', onKeyDown)
    return () => target?.removeEventListener('keydown', onKeyDown)
  }, [root, wholePage])
}
