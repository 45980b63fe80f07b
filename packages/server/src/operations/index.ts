/** The use cases an operator may run: all that the `kerf` command knows of the server. */

export { deleteUser } from './account/delete-user.ts'
export { type ChangedStatus, type StatusChange, setStatus } from './account/set-status.ts'
export { type ShownUser, showUser } from './account/show-user.ts'
export { endUserSessions, listUserSessions, type ShownSession } from './account/user-sessions.ts'
export {
  type AppCredentials,
  createApp,
  isBrand,
  type ListedApp,
  listApps,
  type NewApp,
  rotateApp,
  setAppOrigins,
} from './app/apps.ts'
export { type ListedWebhook, listWebhooks, removeWebhook, setWebhook } from './app/webhooks.ts'
export { assertInstallation, createBackup, replayDeletions, restoreBackup } from './backup/backups.ts'
export { createEnterprise, type NewEnterprise } from './enterprise/create-enterprise.ts'
export { type ListedEnterprise, listEnterprises } from './enterprise/list-enterprises.ts'
export { type ResetEnterprise, resetEnterprise } from './enterprise/reset-enterprise.ts'
export { type Check, checkInstallation } from './installation/check-installation.ts'
export { loadInstallationKeys } from './installation/load-installation-keys.ts'
export { type Installation, openInstallation } from './installation/open-installation.ts'
export { parseMasterKey, rotateMasterKey } from './installation/rotate-master-key.ts'
export { listSettings, type Setting } from './installation/settings.ts'
export {
  importMachines,
  provisionMachine,
  rotateLineKey,
  verifyUnlockPassword,
} from './machine/machines.ts'
export {
  type AnnouncementOrder,
  type ListedAnnouncement,
  listAllAnnouncements,
  prepareAnnouncement,
  publishAnnouncement,
  revokeAnnouncementById,
} from './message/announcements.ts'
export {
  type ListedMessage,
  listSentMessages,
  type MessageOrder,
  prepareMessage,
  revokeMessage,
  sendMessage,
} from './message/messages.ts'
export { type BannedNetwork, banNetwork, listNetworkBans, unbanNetwork } from './network/network-bans.ts'
export { OperationError } from './operation-error.ts'
export { type Benefit, createBenefit, listBenefits, type NewBenefit } from './redemption/benefits.ts'
export { type Batch, createCodes, importCodes, type NewBatch } from './redemption/code-batches.ts'
export {
  exportCodes,
  type ListedBatch,
  type ListedCode,
  listBatches,
  revokeBatch,
  revokeCodes,
} from './redemption/list-and-revoke-codes.ts'
export { type EventFilter, type ListedEvent, listEvents } from './report/list-events.ts'
export { type AuditFilter, type AuditRow, searchAudit } from './report/search-audit.ts'
export { gatherStats, type Series, type Stats } from './report/stats.ts'
