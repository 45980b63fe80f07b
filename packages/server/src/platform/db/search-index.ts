/** The index that finds addresses with a typo. A database may lack it: see schema/search-indexes.ts. */

export const SIMILAR_EMAIL_INDEX = 'account_email_similar'
/** What typos are searched in: the domains of a few providers would be similar to half of all addresses. */
export const SIMILAR_LOCAL_PART = `split_part(lower(email), '@', 1)`
