/** How long messages are stored. */

/** Days after the start for which a message without an end is stored. */
export const MESSAGE_DAYS = 730
/** Days for which an ended or revoked message is stored. Nobody receives it; its sender can still look it up. */
export const ENDED_MESSAGE_DAYS = 30
