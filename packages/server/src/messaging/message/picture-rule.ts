/** Pictures beside messages: https, on an origin of the portal or of a brand, exactly (S-113, S-114). */
import { safeLink } from '@kerf/contract/message-markdown'

export type Pictures = (picture: string) => string | null

/** `origins`: those listed now. Gives the address as a browser would ask for it, or null. */
export const pictureRule =
  (origins: () => readonly string[]): Pictures =>
  picture => {
    const address = safeLink(picture)
    return address !== undefined && origins().includes(new URL(address).origin) ? address : null
  }
