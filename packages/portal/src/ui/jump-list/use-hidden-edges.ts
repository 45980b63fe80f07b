import { type RefObject, useEffect } from 'react'

/** Parts of a pixel come from the zoom of the page. */
const TOLERANCE_PX = 1

/** Marks a list that scrolls sideways with `data-before` and `data-after` where it has more at that edge. `content`: when it changes, so may its width. */
export function useHiddenEdges(list: RefObject<HTMLElement | null>, content: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width depends on the content
  useEffect(() => {
    const element = list.current
    if (!element) return
    const update = () => {
      const hidden = element.scrollWidth - element.clientWidth
      element.toggleAttribute('data-before', element.scrollLeft > TOLERANCE_PX)
      element.toggleAttribute('data-after', element.scrollLeft < hidden - TOLERANCE_PX)
    }
    update()
    element.addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      element.removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [list, content])
}
