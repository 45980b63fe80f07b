/** The use cases of operators. The `kerf` command imports this file only. */

export { APP_PARTIES, APP_TYPES, ID_TOKEN_ALGS, PKCE_MODES, TOKEN_FORMATS } from '../identity/index.ts'
export { DELIVERY_STATUSES } from '../outbound/mail/mail-delivery-store.ts'
export { withOperatorEvidence } from '../platform/audit/operator-evidence.ts'
export { readSecretFiles } from '../platform/config/secret-files.ts'
export { deleteUser } from './account/delete-user.ts'
export { exportUser } from './account/export-user.ts'
export { findUsers } from './account/find-users.ts'
export { type StatusOrder, setStatus } from './account/set-status.ts'
export { type ShownUser, showUser } from './account/show-user.ts'
export { resetUserFactor, showUserFactors } from './account/user-factors.ts'
export { liftUserLimits, showUserLimits } from './account/user-limits.ts'
export { endUserSession, endUserSessions, listUserSessions } from './account/user-sessions.ts'
export { setAccess } from './app/app-apis.ts'
export { setAppKeys } from './app/app-keys.ts'
export {
  type AppCredentials,
  createApp,
  editApp,
  findSharedOrigins,
  isBrand,
  listApps,
  removeApp,
  rotateApp,
  type SharedOrigin,
  setAppAddresses,
  setAppOrigins,
  showApp,
} from './app/apps.ts'
export {
  type ListedDelivery,
  listDeliveries,
  replayWebhook,
  testWebhook,
} from './app/webhook-deliveries.ts'
export { listWebhooks, removeWebhook, rotateWebhook, setWebhook } from './app/webhooks.ts'
export {
  assertInstallation,
  createBackup,
  planDeletions,
  replayDeletions,
  restoreBackup,
} from './backup/backups.ts'
export { nameAccounts } from './backup/replay-erasures.ts'
export {
  findCertificates,
  restoreCertificate,
  revokeCertificate,
  rotateCredentialKey,
  withdrawCredentialKey,
} from './certificate/certificates.ts'
export { createEnterprise } from './enterprise/create-enterprise.ts'
export { editEnterprise } from './enterprise/edit-enterprise.ts'
export { listEnterprises } from './enterprise/list-enterprises.ts'
export { resetEnterprise } from './enterprise/reset-enterprise.ts'
export type { Check } from './installation/check.ts'
export { checkInstallation } from './installation/check-installation.ts'
export {
  type DistributionPlan,
  describeStep,
  distribute,
  planDistribution,
} from './installation/distribute.ts'
export { listSettings, type SettingInEffect } from './installation/list-settings.ts'
export { loadInstallationKeys } from './installation/load-installation-keys.ts'
export { type Installation, openInstallation } from './installation/open-installation.ts'
export { parseMasterKey, rotateMasterKey } from './installation/rotate-master-key.ts'
export { type RotatedSigningKeys, rotateSigningKeys } from './installation/rotate-signing-keys.ts'
export {
  type MigrationRun,
  type PendingMigration,
  planUpgrade,
  runMigrations,
  type UpgradePlan,
} from './installation/upgrade.ts'
export {
  importMachines,
  type ProvisionedMachine,
  provisionMachine,
  rotateLineKey,
  verifyUnlockPassword,
} from './machine/machines.ts'
export { showMachine } from './machine/show-machine.ts'
export {
  type ListedMail,
  liftMailSuppression,
  listMails,
  listSuppressions,
} from './mail/mails.ts'
export {
  listAnnouncements,
  prepareAnnouncement,
  publishAnnouncement,
  recallAnnouncement,
  revokeAnnouncement,
} from './message/announcements.ts'
export {
  countAudience,
  listSentMessages,
  prepareMessage,
  recallMessage,
  revokeMessage,
  sendMessage,
} from './message/messages.ts'
export {
  banNetwork,
  listNetworkBans,
  type NetworkReach,
  previewNetworkBan,
  unbanNetwork,
} from './network/network-bans.ts'
export {
  ApprovalPendingError,
  type ApprovalRow,
  decideApproval,
  listApprovals,
  showApproval,
} from './operator/approvals.ts'
export { authorizeOperation } from './operator/authorize-operation.ts'
export {
  OPERATIONS,
  OPERATOR_ROLES,
  type Operation,
} from './operator/operation-table.ts'
export {
  createOperatorToken,
  identifyOperator,
  listOperatorTokens,
  revokeOperatorToken,
} from './operator/operator-tokens.ts'
export { createBenefit, editBenefit, listBenefits, retireBenefit } from './redemption/benefits.ts'
export { createCodes, importCodes } from './redemption/code-batches.ts'
export {
  countUsableCodes,
  exportCodes,
  listBatches,
  revokeBatch,
  revokeCodes,
} from './redemption/list-and-revoke-codes.ts'
export { showCode } from './redemption/show-code.ts'
export { AUDIT_EVENTS } from './report/audit-events.ts'
export type { AuditRow } from './report/audit-report-store.ts'
export { listEvents } from './report/list-events.ts'
export { withReportDatabase } from './report/report-database.ts'
export { searchAudit } from './report/search-audit.ts'
export { type ShownRequest, showRequest } from './report/show-request.ts'
export { gatherStats, type Series, type Stats } from './report/stats.ts'
