import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import styles from './card-back.module.css'

interface Props {
  /** the card or dialog that turns: an element with `data-front` */
  front: Element
  title: string
  /** the title stands above the card already */
  isTitled?: boolean | undefined
  /** called on Esc */
  onClose: () => void
  children: ReactNode
}

/**
 * The other side of a card or dialog: while rendered into it, its content waits unseen. The focus starts at the element marked
 * `data-autofocus`, and returns to the previous element.
 */
export function CardBack({ front, title, isTitled, onClose, children }: Props) {
  const back = useRef<HTMLElement>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // A dialog around it stays open.
    event.preventDefault()
    event.stopPropagation()
    onClose()
  })
  useLayoutEffect(() => {
    const element = back.current
    const previous = document.activeElement
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    front.setAttribute('data-turned', '')
    element?.addEventListener('keydown', listener)
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.removeEventListener('keydown', listener)
      front.removeAttribute('data-turned')
      if (previous instanceof HTMLElement) previous.focus()
    }
  }, [front])
  return (
    <section ref={back} className={styles.back} data-back aria-label={title}>
      {!isTitled && <h2>{title}</h2>}
      {children}
    </section>
  )
}
