/** Control characters and invisible characters that change the text direction (S-077). */
export const CONTROL_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

export const hasControlCharacters = (text: string): boolean => text.search(CONTROL_CHARACTERS) >= 0
