/** The command tree of `kerf`, with its help. */
import { Command, type CommandUnknownOpts, Help } from '@commander-js/extra-typings'
import { OPERATIONS } from '@kerf/server/operations/index'
import { addAnnouncementCommands } from './commands/announcement.ts'
import { addAppCommands } from './commands/app.ts'
import { addApprovalCommands } from './commands/approval.ts'
import { addAuditCommand } from './commands/audit.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addBenefitCommands, addRedemptionCommands } from './commands/benefit.ts'
import { addCertificateCommands, addTrainingCommands } from './commands/certificate.ts'
import { addCodesCommands } from './commands/codes.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addDbCommands } from './commands/db.ts'
import { addDeviceCommands } from './commands/device.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addEnterpriseCommands } from './commands/enterprise.ts'
import { addEventCommands } from './commands/event.ts'
import { addIpCommands } from './commands/ip.ts'
import { addKeyCommands } from './commands/key.ts'
import { addMachineCommands } from './commands/machine.ts'
import { addMailCommands } from './commands/mail.ts'
import { addMessageCommands } from './commands/message.ts'
import { addOperatorCommands } from './commands/operator.ts'
import { addStatsCommand } from './commands/stats.ts'
import { addExplainCommand } from './commands/support/explain.ts'
import { addFindCommand } from './commands/support/find.ts'
import { addRequestCommand } from './commands/support/request.ts'
import { addUpgradeCommands } from './commands/upgrade.ts'
import { addUserCommands } from './commands/user.ts'
import { addWebhookCommands } from './commands/webhook.ts'
import type { CommandRegistry, CreateAction } from './input/command-context.ts'
import { requiredText } from './input/option-values.ts'

/** In the order of the help. */
const ADD_COMMANDS: readonly ((registry: CommandRegistry) => void)[] = [
  addDoctorCommand,
  addUpgradeCommands,
  addOperatorCommands,
  addApprovalCommands,
  addFindCommand,
  addExplainCommand,
  addUserCommands,
  addEnterpriseCommands,
  addAppCommands,
  addWebhookCommands,
  addBenefitCommands,
  addRedemptionCommands,
  addCodesCommands,
  addDeviceCommands,
  addMachineCommands,
  addTrainingCommands,
  addCertificateCommands,
  addMessageCommands,
  addAnnouncementCommands,
  addMailCommands,
  addIpCommands,
  addAuditCommand,
  addRequestCommand,
  addStatsCommand,
  addEventCommands,
  addKeyCommands,
  addBackupCommands,
  addDbCommands,
  addCompletionCommand,
]

/** The commands that do something: those without subcommands, in the order of the help. */
export const leafCommands = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leafCommands)

/** `kerf`, noun and verb. */
export const commandPath = (command: CommandUnknownOpts): string[] => [
  ...(command.parent ? commandPath(command.parent) : []),
  command.name(),
]

const withoutLineEnd = (text: string): string => text.replace(/\n$/, '')

export function createProgram(
  action: CreateAction,
  { out, err }: { readonly out: (line: string) => void; readonly err: (line: string) => void },
) {
  const program = new Command('kerf')
    .description('Administers an installation of Kerf Passport.')
    .usage('NOUN VERB [options]')
    .option('--as <name>', 'name noted beside the operator in the audit record (default: KERF_OPERATOR)')
    .option('--json', 'print one JSON value on standard output and nothing else')
    .option('--yes', 'do not ask for confirmation')
    .helpOption('--help', 'show this help')
    .exitOverride()
    .configureOutput({
      writeOut: text => out(withoutLineEnd(text)),
      writeErr: text => err(withoutLineEnd(text)),
      outputError: (text, write) => write(text.replace(/^error: /, 'kerf: ')),
    })
    .configureHelp({
      showGlobalOptions: true,
      optionDescription: option =>
        new Help().optionDescription(option) + (option.mandatory ? ' (required)' : ''),
      visibleCommands: command => command.commands.flatMap(leafCommands),
      subcommandTerm: command =>
        [
          ...commandPath(command).slice(1),
          ...command.registeredArguments.map(argument => `<${argument.name()}>`),
        ].join(' '),
    })
    .addHelpText('beforeAll', ({ error, command }) =>
      error ? `kerf: add a verb to "${commandPath(command).join(' ')}"` : '',
    )
    .addHelpText(
      'after',
      `
Every command takes --help, --json, --as NAME and --yes. kerf reads the environment of the server
(docs/settings.md) and works with or without a running server.`,
    )
  for (const add of ADD_COMMANDS) add({ program: program as unknown as Command, action })
  for (const command of leafCommands(program)) {
    const { reason = 'none', case: ofCase } = OPERATIONS[commandPath(command).slice(1).join(' ')] ?? {}
    const has = (name: string): boolean => command.options.some(({ long }) => long === name)
    const add = (isRequired: boolean, flags: string, help: string): unknown =>
      isRequired
        ? command.requiredOption(flags, help, requiredText)
        : command.option(flags, help, requiredText)
    if (reason !== 'none' && !has('--reason'))
      add(
        reason === 'required',
        '--reason <text>',
        'why; the audit record keeps it, so without personal data',
      )
    if (reason !== 'none' && !has('--case'))
      add(ofCase === 'required', '--case <number>', 'number of the support case; the audit record keeps it')
    command.showHelpAfterError(`See ${commandPath(command).join(' ')} --help`)
  }
  return program
}
