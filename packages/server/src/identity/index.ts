/** What other wings and the operations may import of identity: accounts, apps, sessions, sign-in. */
export { insertPersonal } from './account/create-account.ts'
export { DEFAULT_DEAD, findByUid, setDefaultPassword } from './account/credentials.ts'
export { canonicalEmail } from './account/email-address.ts'
export { eraseAccount } from './account/erase-account.ts'
export {
  listErasureRecords,
  listMissingErasureRecords,
  writeMissingErasureRecords,
} from './account/erasure-records.ts'
export { insertApp, listApps, replaceSecret, setOrigins } from './app/app-store.ts'
export { hashPassword, prepareDecoy } from './login/passwords.ts'
export { HEADPIC_TYPE, headpicFile, isHeadpicName } from './profile/headpic.ts'
export { deleteAllSessions } from './session/end-sessions.ts'
export { isLive } from './session/live-session.ts'
export { type LiveSession, listSessions } from './session/session-log-store.ts'
export { createStillLive, type StillLive } from './session/still-live.ts'
export { callbackOf } from './social/begin-social.ts'
export type { HumanCheck } from './verification/human-check.ts'
