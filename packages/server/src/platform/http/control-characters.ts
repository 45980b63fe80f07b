/** Characters that are not seen, or that change how what follows is read (S-077). */

/** Control characters, and the invisible ones that turn the direction of what follows. */
export const CONTROL_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

export const hasControlCharacters = (text: string): boolean => text.search(CONTROL_CHARACTERS) >= 0
