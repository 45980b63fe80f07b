/** The digits of typed or pasted text, full-width digits included, at most `length`. */
export const codeDigits = (value: string, length: number): string =>
  value.normalize('NFKC').replace(/\D/g, '').slice(0, length)
