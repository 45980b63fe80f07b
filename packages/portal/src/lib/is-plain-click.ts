import type { MouseEvent } from 'react'

/** Whether a click on a link is ours to follow: with a key or another button the visitor wants the browser's own way. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
