/** j and k move through the list, Enter opens what has the focus (a button does that by itself), u goes back to the list. */
export type Move = 'next' | 'previous' | 'back'

const MOVES: Readonly<Record<string, Move>> = { j: 'next', k: 'previous', u: 'back' }

/** What a key means here; undefined where it means something else: typing, a shortcut of the browser, a dialog. */
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
