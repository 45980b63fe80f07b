/** How a code looks while it is typed: capitals in groups of four. What is no letter or digit stays, to be told of. */
import { formatRedemptionCode, normalizeRedemptionCode } from '@kerf/contract/redemption-code'

export interface InputState {
  readonly value: string
  /** position of the caret */
  readonly caret: number
}

export function formatCode({ value, caret }: InputState): InputState {
  const before = normalizeRedemptionCode(value.slice(0, caret)).length
  const formatted = formatRedemptionCode(normalizeRedemptionCode(value))
  // A group that was just filled: the caret stays before the dash until more is typed.
  const dashes = before === 0 ? 0 : Math.floor((before - 1) / 4)
  return { value: formatted, caret: Math.min(before + dashes, formatted.length) }
}
