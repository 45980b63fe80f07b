/** Indexes that the searches of operators need, and that a database may lack: see schema/search-indexes.ts. */

export const SIMILAR_EMAIL_INDEX = 'account_email_similar'
/** What typos are searched in: the domains of a few providers would be similar to half of all addresses. */
export const SIMILAR_LOCAL_PART = `split_part(lower(email), '@', 1)`
export const AUDIT_REQUEST_INDEX = 'audit_event_request'
