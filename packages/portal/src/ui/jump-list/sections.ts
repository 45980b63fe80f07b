import { useEffect, useState } from 'react'
import { focusOnce } from '../../lib/page/focus-main.ts'

/** A section is in view when its start has passed this part of the window. */
const READING_LINE = 0.35

/** Brings a section into view and moves the focus to it: the next Tab reaches its first control. */
export function jumpTo(id: string): void {
  const section = document.getElementById(id)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  section?.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' })
  focusOnce(section)
}

/** The section that is read now: the last one that began above the reading line; at the end of the page the last one. */
export function useCurrentSection(sections: readonly { readonly id: string }[]): string | undefined {
  const ids = sections.map(({ id }) => id).join(' ')
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const known = ids.split(' ').filter(Boolean)
    const update = () => {
      const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      const begun = known.filter(id => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && (isAtEnd || top < innerHeight * READING_LINE)
      })
      setCurrent(begun.at(-1) ?? known[0])
    }
    update()
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [ids])
  return current
}
