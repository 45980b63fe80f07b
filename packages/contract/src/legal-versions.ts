/** Versions of the legal documents, by effective date. Stored with every agreement. Other words for the same meaning keep the version. */
export const TERMS_VERSION = '2026-11-01'
export const PRIVACY_VERSION = '2026-11-01'

/** Both, as the browser stores them after a login. */
export const AGREED_VERSIONS = `${TERMS_VERSION}.${PRIVACY_VERSION}`
