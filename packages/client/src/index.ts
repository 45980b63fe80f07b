/** Client of the passport for the server of an app. Guide: docs/tickets.md. */
export { createKerfClient } from './client.ts'
export { KerfError } from './kerf-error.ts'
export { protectedResource } from './protected-resource.ts'
export type * from './types.ts'
export { version } from './version.ts'
export { verifyWebhook } from './webhook.ts'
