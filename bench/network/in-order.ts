/**
 * Returns a function that calls `arrive` at the time `at` (of `performance.now()`), but never before an earlier call. One timer for each
 * would not keep the order: its time counts from the start of the turn of the event loop, and a busy process has long turns.
 */
export function createInOrder(): (at: number, arrive: () => void) => void {
  const underWay: { readonly at: number; readonly arrive: () => void }[] = []
  const deliver = (): void => {
    for (let next = underWay[0]; next !== undefined; next = underWay[0]) {
      const waitMs = next.at - performance.now()
      if (waitMs > 0) {
        setTimeout(deliver, Math.ceil(waitMs))
        return
      }
      next.arrive()
      underWay.shift()
    }
  }
  return (at, arrive) => {
    underWay.push({ at, arrive })
    if (underWay.length === 1) deliver()
  }
}
