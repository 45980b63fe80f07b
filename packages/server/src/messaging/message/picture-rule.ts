/** Pictures beside messages: https, on an origin of the portal or of a brand, exactly (S-113, S-114). */
import { safeLink } from '@kerf/contract/message-markdown'

export type PictureRule = (picture: string) => string | null

/** `origins`: those listed now. Gives the address as a browser would ask for it, or null. */
export const createPictureRule =
  (origins: () => readonly string[]): PictureRule =>
  picture => {
    const address = safeLink(picture)
    return address !== undefined && origins().includes(new URL(address).origin) ? address : null
  }
