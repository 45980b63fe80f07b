import { type RefObject, useEffect, useEffectEvent } from 'react'
import { moveForKey } from './message-keys.ts'
import { shortcutsEnabled } from './shortcuts-setting.ts'

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
