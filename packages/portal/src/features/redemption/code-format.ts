/**
 * Formats a redemption code while it is typed: capitals in groups of four. Invalid characters stay, so that validation
 * can report them.
 */
import { formatRedemptionCode, normalizeRedemptionCode } from '@kerf/contract/redemption-code'

export interface InputState {
  readonly value: string
  /** position of the caret */
  readonly caret: number
}

export function formatCode({ value, caret }: InputState): InputState {
  const before = normalizeRedemptionCode(value.slice(0, caret)).length
  const formatted = formatRedemptionCode(normalizeRedemptionCode(value))
  // At the end of a full group, the caret stays before the dash until the next character.
  const dashes = before === 0 ? 0 : Math.floor((before - 1) / 4)
  return { value: formatted, caret: Math.min(before + dashes, formatted.length) }
}
