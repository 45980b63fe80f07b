/** The use cases an operator may run: all that the `kerf` command knows of the server. */
export {
  type AnnouncementOrder,
  type ListedAnnouncement,
  listAllAnnouncements,
  prepareAnnouncement,
  publishAnnouncement,
  takeBackAnnouncement,
} from './operations/announcements.ts'
export {
  type AppCredentials,
  createApp,
  isBrand,
  type ListedApp,
  listApps,
  type NewApp,
  rotateApp,
  setAppOrigins,
} from './operations/apps.ts'
export { afterRecovery, backUp, expectInstallation, restore } from './operations/backups.ts'
export { type BannedNetwork, banNetwork, listBans, unbanNetwork } from './operations/ban-network.ts'
export { type Benefit, createBenefit, listBenefits, type NewBenefit } from './operations/benefits.ts'
export { type Batch, createCodes, importCodes, type NewBatch } from './operations/code-batches.ts'
export {
  exportCodes,
  type ListedBatch,
  type ListedCode,
  listBatches,
  revokeBatch,
  revokeCodes,
} from './operations/code-states.ts'
export { createEnterprise, type NewEnterprise } from './operations/create-enterprise.ts'
export { deleteUser } from './operations/delete-user.ts'
export {
  importDevices,
  provisionDevice,
  rotateLineKey,
  verifyUnlock,
} from './operations/devices.ts'
export { type Check, examine } from './operations/examine.ts'
export { type ListedEnterprise, listEnterprises } from './operations/list-enterprises.ts'
export { type EventFilter, type ListedEvent, listEvents } from './operations/list-events.ts'
export {
  type ListedMessage,
  listSentMessages,
  type MessageOrder,
  prepareMessage,
  sendMessage,
  takeBackMessage,
} from './operations/messages.ts'
export { type Installation, openInstallation } from './operations/open-installation.ts'
export { openKeys } from './operations/open-keys.ts'
export { OperationError } from './operations/operation-error.ts'
export { type ResetEnterprise, resetEnterprise } from './operations/reset-enterprise.ts'
export { parseMasterKey, rotateMasterKey } from './operations/rotate-master-key.ts'
export { type AuditFilter, type AuditRow, searchAudit } from './operations/search-audit.ts'
export { type ChangedStatus, type StatusChange, setStatus } from './operations/set-status.ts'
export { listSettings, type Setting } from './operations/settings.ts'
export { type ShownUser, showUser } from './operations/show-user.ts'
export { gatherStats, type Series, type Stats } from './operations/stats.ts'
export { endUserSessions, type ShownSession, userSessions } from './operations/user-sessions.ts'
export { type ListedWebhook, listWebhooks, removeWebhook, setWebhook } from './operations/webhooks.ts'
