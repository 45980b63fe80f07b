/** The use cases an operator may run: all that the `kerf` command knows of the server. */
export { createEnterprise, type NewEnterprise } from './operations/create-enterprise.ts'
export { type Check, examine } from './operations/examine.ts'
export { type Installation, openInstallation } from './operations/open-installation.ts'
export { OperationError } from './operations/operation-error.ts'
export { parseMasterKey, rotateMasterKey } from './operations/rotate-master-key.ts'
export { type AuditFilter, type AuditRow, searchAudit } from './operations/search-audit.ts'
export { listSettings, type Setting } from './operations/settings.ts'
export { type ShownUser, showUser } from './operations/show-user.ts'
