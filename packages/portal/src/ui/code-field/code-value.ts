/**
 * The digits of what was typed, pasted or filled in: spaces and dashes go, full-width digits of a Chinese
 * keyboard count as plain ones.
 */
export const codeDigits = (value: string, length: number): string =>
  value.normalize('NFKC').replace(/\D/g, '').slice(0, length)
