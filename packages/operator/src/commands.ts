import type { Command } from './command.ts'
import {
  announcementListCommand,
  announcementPublishCommand,
  announcementRevokeCommand,
} from './commands/announcement.ts'
import { appCreateCommand, appListCommand, appOriginsCommand, appRotateCommand } from './commands/app.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand, deletionsReplayCommand, restoreCommand } from './commands/backup.ts'
import { benefitCreateCommand, benefitListCommand } from './commands/benefit.ts'
import {
  codesCreateCommand,
  codesExportCommand,
  codesImportCommand,
  codesListCommand,
  codesRevokeCommand,
} from './commands/codes.ts'
import {
  deviceImportCommand,
  deviceProvisionCommand,
  deviceRotateKeyCommand,
  deviceVerifyCommand,
} from './commands/device.ts'
import { doctorCommand } from './commands/doctor.ts'
import { enterpriseCreateCommand } from './commands/enterprise-create.ts'
import { enterpriseListCommand } from './commands/enterprise-list.ts'
import { enterpriseResetCommand } from './commands/enterprise-reset.ts'
import { eventListCommand } from './commands/event-list.ts'
import { ipBanCommand, ipListCommand, ipUnbanCommand } from './commands/ip.ts'
import { keyRotateCommand } from './commands/key-rotate.ts'
import {
  messageListCommand,
  messageRevokeCommand,
  messageScheduleCommand,
  messageSendCommand,
} from './commands/message.ts'
import { statsCommand } from './commands/stats.ts'
import { STATUS_COMMANDS } from './commands/status.ts'
import { userDeleteCommand } from './commands/user-delete.ts'
import { userSessionsCommand } from './commands/user-sessions.ts'
import { userShowCommand } from './commands/user-show.ts'
import { webhookListCommand, webhookRemoveCommand, webhookSetCommand } from './commands/webhook.ts'

const ofStatus = (noun: string): Command[] => STATUS_COMMANDS.filter(({ path }) => path[0] === noun)

/** In the order of the help. */
export const COMMANDS: readonly Command[] = [
  doctorCommand,
  userShowCommand,
  userSessionsCommand,
  ...ofStatus('user'),
  userDeleteCommand,
  enterpriseCreateCommand,
  enterpriseListCommand,
  enterpriseResetCommand,
  ...ofStatus('enterprise'),
  appCreateCommand,
  appListCommand,
  appOriginsCommand,
  appRotateCommand,
  webhookSetCommand,
  webhookListCommand,
  webhookRemoveCommand,
  benefitCreateCommand,
  benefitListCommand,
  codesCreateCommand,
  codesImportCommand,
  codesListCommand,
  codesRevokeCommand,
  codesExportCommand,
  deviceImportCommand,
  deviceVerifyCommand,
  deviceRotateKeyCommand,
  deviceProvisionCommand,
  messageSendCommand,
  messageScheduleCommand,
  messageRevokeCommand,
  messageListCommand,
  announcementPublishCommand,
  announcementRevokeCommand,
  announcementListCommand,
  ipBanCommand,
  ipUnbanCommand,
  ipListCommand,
  auditCommand,
  statsCommand,
  eventListCommand,
  keyRotateCommand,
  backupCommand,
  restoreCommand,
  deletionsReplayCommand,
]
