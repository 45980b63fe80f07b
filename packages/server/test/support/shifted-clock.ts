/** Shifts the wall clock of the process of a test, as a machine with a wrong clock. Timers and the database keep theirs. */
const RealDate = globalThis.Date

/** Returns a function that restores the clock. */
export function shiftClock(byMs: number): () => void {
  class ShiftedDate extends RealDate {
    constructor(...values: unknown[]) {
      if (values.length === 0) super(RealDate.now() + byMs)
      else super(...(values as [number]))
    }
    static override now(): number {
      return RealDate.now() + byMs
    }
  }
  globalThis.Date = ShiftedDate as DateConstructor
  return () => {
    globalThis.Date = RealDate
  }
}
