/** What other wings may import of identity: accounts, apps, sessions, password hashes. */
export {
  type AccountStatus,
  insertEnterpriseAccount,
  type LockedAccount,
  lockAccountForChange,
  setAccountStatus,
  setSecondFactorDemanded,
  updateEnterprise,
} from './account/account-admin-store.ts'
export {
  claimIdentifier,
  findEmailAge,
  findIdentifierOwner,
  insertPersonalAccount,
  lockAgainstErasure,
  moveEmail,
} from './account/account-store.ts'
export {
  clearPassword,
  deleteLoginAllowances,
  deleteSignInFlows,
  findAccount,
  setDefaultPassword,
} from './account/credential-store.ts'
export { DEFAULT_PASSWORD_EXPIRED } from './account/default-password.ts'
export { canonicalEmail, maskEmail } from './account/email-address.ts'
export { GUESSING_LIMITS, signInSubject } from './account/guessing-limits.ts'
export { isLiveSession } from './account/live-session.ts'
export type { RegisteredApp } from './app/app-registry.ts'
export {
  APP_PARTIES,
  APP_TYPES,
  type ApiAccess,
  type ApiScope,
  type AppParty,
  type AppType,
  type ClientAddresses,
  deleteApp,
  deleteLogo,
  findApp,
  ID_TOKEN_ALGS,
  type IdTokenAlg,
  insertApp,
  listApps,
  PKCE_MODES,
  type PkceMode,
  replaceSecret,
  setAddresses,
  setApiAccess,
  setApiDetails,
  setDetails,
  setKeys,
  setLogo,
  setOrigins,
  TOKEN_FORMATS,
  type TokenFormat,
} from './app/app-store.ts'
export { writeArchive } from './data-export/account-archive.ts'
export { eraseAccount } from './erasure/erase-account.ts'
export { listErasedLogins } from './erasure/erased-logins.ts'
export {
  type ErasureRecordStore,
  listErasureRecords,
  listMissingErasureRecords,
  writeMissingErasureRecords,
} from './erasure/erasure-records.ts'
export { deleteFactorRemoval } from './factors/factor-removal-store.ts'
export { findTotp } from './factors/factor-store.ts'
export { FACTOR_LIMITS } from './factors/factor-tries.ts'
export {
  deleteFactors,
  type FactorOverview,
  factorOverview,
  removeFactors,
} from './factors/remove-factors.ts'
export { deleteConsentsSince } from './grant/grant-store.ts'
export { type FormerEmailRow, listFormerEmails, TRUSTED_EMAIL_DAYS } from './mailbox/former-email-store.ts'
export { announceMerge, startMailboxChange, stopMailboxChange, stopMerge } from './mailbox/mailbox-change.ts'
export { findMailboxChange } from './mailbox/mailbox-change-store.ts'
export { isMerging } from './mailbox/merge-stop-store.ts'
export {
  cancelSecondEmailChanges,
  deleteSecondEmailsSince,
  replaceSecondEmail,
} from './mailbox/second-email-store.ts'
export { stopWaitingChanges } from './mailbox/stop-waiting-changes.ts'
export type { PairingMachines } from './openid/pairing/pairing-machines.ts'
export { rotateSigningKeys } from './openid/signing-keys.ts'
export { deletePasskeysSince } from './passkey/passkey-store.ts'
export type { RelyingParty } from './passkey/relying-party.ts'
export {
  type AssertedPasskey,
  type CreatedPasskey,
  PASSKEY_ALGORITHMS,
  readClientData,
  verifyAssertion,
  verifyRegistration,
} from './passkey/verify-ceremony.ts'

export { hashPassword, passwordHashUsage, prepareDecoyHash } from './password/password-hash.ts'
export { HEADPIC_MEDIA_TYPE, headpicStorageKey, isHeadpicName } from './profile/headpic.ts'
export { createPictureDecoder } from './profile/picture-decoder.ts'
export { createFindLiveTokens, type FindLiveTokens } from './session/find-session.ts'
export type { SessionClaims } from './session/session-claims.ts'
export { assertRecentAuthentication } from './session/session-companion.ts'
export type { AddRoute, CallContext, SignedInCheck } from './session/session-guard.ts'
export {
  deleteAllSessions,
  deleteSession,
  type LiveSession,
  listSessions,
} from './session/session-store.ts'
export { deleteKnownBrowsers } from './session/store/known-browser-store.ts'
export { addMissingSessionRoutes } from './session/store/session-token-store.ts'
export { SESSIONS_ENDED_CHANNEL } from './session/store/sessions-ended-store.ts'
export { markSignInsReported } from './session/store/sign-in-record-store.ts'
export { publishEndedOfMany } from './session/sweep-sessions.ts'
export { CODES_PER_ACCOUNT } from './sign-in/second-step-mail.ts'
export { createChannels } from './social/channels.ts'
export { oidcProvider } from './social/providers/oidc.ts'
export { ProviderError } from './social/providers/social-provider.ts'
export { listLinksSince, unlinkIdentity } from './social/social-link-store.ts'
export { socialCallbackUrl } from './social/start-social-sign-in.ts'
export { deleteTicketAppsSince } from './ticket/ticket-store.ts'
export { EXTRA_LIMITS } from './verification/extra-tries.ts'
export type { HumanCheck } from './verification/human-check.ts'
export { createProofOfWork } from './verification/proof-of-work.ts'
export { mailboxReceiver } from './verification/receiver-hash.ts'
export { deleteCodesOfAccount } from './verification/verification-store.ts'
