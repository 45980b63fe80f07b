/** Characters that are not seen, or that change how what follows is read (S-077). */

/** Control characters, and the invisible ones that turn the direction of what follows. */
export const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

export const hasUnseen = (text: string): boolean => text.search(UNSEEN) >= 0
