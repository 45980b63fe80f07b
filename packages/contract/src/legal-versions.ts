/** Versions of the documents a person agrees to: the day each took effect. Stored with every agreement. */
export const TERMS_VERSION = '2026-11-01'
export const PRIVACY_VERSION = '2026-11-01'
