/** The use cases an operator may run: all that the `kerf` command knows of the server. */
export {
  type AnnouncementOrder,
  type ListedAnnouncement,
  listAllAnnouncements,
  prepareAnnouncement,
  publishAnnouncement,
  takeBackAnnouncement,
} from './announcements.ts'
export {
  type AppCredentials,
  createApp,
  isBrand,
  type ListedApp,
  listApps,
  type NewApp,
  rotateApp,
  setAppOrigins,
} from './apps.ts'
export { afterRecovery, backUp, expectInstallation, restore } from './backups.ts'
export { type BannedNetwork, banNetwork, listBans, unbanNetwork } from './ban-network.ts'
export { type Benefit, createBenefit, listBenefits, type NewBenefit } from './benefits.ts'
export { type Batch, createCodes, importCodes, type NewBatch } from './code-batches.ts'
export {
  exportCodes,
  type ListedBatch,
  type ListedCode,
  listBatches,
  revokeBatch,
  revokeCodes,
} from './code-states.ts'
export { createEnterprise, type NewEnterprise } from './create-enterprise.ts'
export { deleteUser } from './delete-user.ts'
export {
  importDevices,
  provisionDevice,
  rotateLineKey,
  verifyUnlock,
} from './devices.ts'
export { type Check, examine } from './examine.ts'
export { type ListedEnterprise, listEnterprises } from './list-enterprises.ts'
export { type EventFilter, type ListedEvent, listEvents } from './list-events.ts'
export {
  type ListedMessage,
  listSentMessages,
  type MessageOrder,
  prepareMessage,
  sendMessage,
  takeBackMessage,
} from './messages.ts'
export { type Installation, openInstallation } from './open-installation.ts'
export { openKeys } from './open-keys.ts'
export { OperationError } from './operation-error.ts'
export { type ResetEnterprise, resetEnterprise } from './reset-enterprise.ts'
export { parseMasterKey, rotateMasterKey } from './rotate-master-key.ts'
export { type AuditFilter, type AuditRow, searchAudit } from './search-audit.ts'
export { type ChangedStatus, type StatusChange, setStatus } from './set-status.ts'
export { listSettings, type Setting } from './settings.ts'
export { type ShownUser, showUser } from './show-user.ts'
export { gatherStats, type Series, type Stats } from './stats.ts'
export { endUserSessions, type ShownSession, userSessions } from './user-sessions.ts'
export { type ListedWebhook, listWebhooks, removeWebhook, setWebhook } from './webhooks.ts'
