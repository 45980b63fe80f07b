/** Which pictures may be shown beside a message: https, on an origin of the portal or of a brand (S-113, S-114). */
import { safeLink } from '@kerf/contract/messages/message-markdown'

/** Returns the normalized URL, or null when the picture may not be shown. */
export type PictureRule = (picture: string) => string | null

/** `origins`: the origins that are allowed at the time of the call. */
export const createPictureRule =
  (origins: () => readonly string[]): PictureRule =>
  picture => {
    const url = safeLink(picture)
    return url !== undefined && origins().includes(new URL(url).origin) ? url : null
  }
