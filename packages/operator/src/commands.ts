import type { Command } from './command.ts'
import { auditCommand } from './commands/audit.ts'
import { doctorCommand } from './commands/doctor.ts'
import { enterpriseCreateCommand } from './commands/enterprise-create.ts'
import { keyRotateCommand } from './commands/key-rotate.ts'
import { userShowCommand } from './commands/user-show.ts'

/** In the order of the help. */
export const COMMANDS: readonly Command[] = [
  doctorCommand,
  userShowCommand,
  enterpriseCreateCommand,
  auditCommand,
  keyRotateCommand,
]
