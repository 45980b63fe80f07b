/** Keyboard shortcuts: j and k move through the list, u returns to it. Enter opens the focused button natively. */
export type Move = 'next' | 'previous' | 'back'

const MOVES: Readonly<Record<string, Move>> = { j: 'next', k: 'previous', u: 'back' }

/** The move that a key triggers; undefined while typing, in a dialog, or for a browser shortcut. */
export function moveForKey(event: KeyboardEvent): Move | undefined {
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
