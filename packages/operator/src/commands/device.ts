import { Option } from '@commander-js/extra-typings'
import {
  importMachines,
  loadInstallationKeys,
  type ProvisionedMachine,
  provisionMachine,
  reissueMachine,
  rotateLineKey,
  showMachine,
  verifyUnlockPassword,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { optionalText, requiredText, wholeNumber } from '../input/option-values.ts'
import { readLines } from '../input/read-lines.ts'
import { addRuleCommand } from './machine.ts'

const DEFAULT_LINE = 'welder'
const KEY_VERSION_MAX = 999_999

const SN = ['--sn <sn>', 'serial number, 23 letters and digits', requiredText] as const
const LINE = ['--line <line>', `product line (default: ${DEFAULT_LINE})`, optionalText] as const

export function addDeviceCommands({ program, action }: CommandRegistry): void {
  const device = program
    .command('device')
    .description('Manages welders: their serial numbers, keys and unlock passwords.')

  device
    .command('import')
    .description(
      'Imports the serial numbers of machines. From then on all other numbers get no unlock password.',
    )
    .requiredOption('--file <path>', 'file with one SN a line; - reads standard input', requiredText)
    .option(...LINE)
    .option('--no-unlock', 'these machines have owners, but no unlock passwords')
    .option(
      '--key-version <n>',
      'key that was put into the machines (default: the current one)',
      wholeNumber(0, KEY_VERSION_MAX),
    )
    .action(
      action(async ({ operator, open }, { file, line = DEFAULT_LINE, keyVersion, unlock }) => {
        const lines = await readLines(file)
        const { db, config } = await open()
        const done = await importMachines(db, await loadInstallationKeys(db, config), {
          lines,
          line,
          keyVersion,
          unlock,
          operator,
        })
        return {
          json: done,
          text: `${done.imported} machines of ${done.line} imported with key version ${done.keyVersion}; ${done.known} were known.`,
        }
      }),
    )

  device
    .command('show')
    .description('Tells whether a machine is known, and which accounts asked for its unlock passwords.')
    .argument('<SN>', 'serial number, 23 letters and digits')
    .action(
      action(async ({ operator, open }, sn) => {
        const { db, config } = await open()
        const shown = await showMachine(db, await loadInstallationKeys(db, config), sn, operator)
        const known =
          shown.line === null
            ? `not imported${shown.isRegisterUsed ? ', so it is invalid' : ''}`
            : `${shown.line}, key version ${shown.keyVersion}`
        const { passwords, accounts } = shown
        return {
          json: shown,
          text: `machine    ${known}\npasswords  1200W ${passwords['1200W']}, 800W ${passwords['800W']}\naccounts   ${accounts.join(' ') || '-'}`,
        }
      }),
    )

  device
    .command('verify')
    .description('Checks an unlock password as the firmware of the machine does.')
    .requiredOption(...SN)
    .addOption(
      new Option('--light-source <light>', 'light source of the machine')
        .choices(['1200W', '800W'] as const)
        .makeOptionMandatory(),
    )
    .requiredOption('--password <password>', 'eight digits', requiredText)
    .action(
      action(async ({ operator, open }, { sn, lightSource, password }) => {
        const { db, config } = await open()
        const keys = await loadInstallationKeys(db, config)
        const done = await verifyUnlockPassword(db, keys, { sn, lightSource, password, operator })
        return {
          json: done,
          text: done.valid ? `Valid: password number ${done.counter}.` : 'Not valid for this machine.',
          success: done.valid,
        }
      }),
    )

  device
    .command('rotate-key')
    .description("Creates the next version of a product line's key. Existing machines keep theirs.")
    .option(...LINE)
    .option(
      '--from-sn <sn>',
      'first SN with the new key; required where no serial numbers are imported',
      optionalText,
    )
    .action(
      action(async ({ operator, open, confirm }, { line = DEFAULT_LINE, fromSn }) => {
        await confirm(`New machines of the line ${line} must be given the new key. Continue?`)
        const { db, config } = await open()
        const done = await rotateLineKey(db, await loadInstallationKeys(db, config), {
          line,
          fromSn,
          operator,
        })
        return { json: done, text: `The line ${done.line} now has key version ${done.keyVersion}.` }
      }),
    )

  addRuleCommand({ program: device, action }, 'require')

  device
    .command('provision')
    .description('Shows the secret keys that go into one machine when it is made.')
    .requiredOption(...SN)
    .option('--reissue', 'for a replaced board: new keys for claims, card and passes; those before end')
    .action(
      action(async ({ operator, open, confirm }, { sn, reissue = false }) => {
        await confirm('The secret keys of a machine are shown. Anyone who has them can unlock it. Continue?')
        const { db, config } = await open()
        const done = reissue
          ? await reissueMachine({ db, config }, { sn, operator })
          : await provisionMachine(db, await loadInstallationKeys(db, config), { sn, operator })
        return { json: done, text: provisionText(done) }
      }),
    )
}

function provisionText({
  sn,
  keyVersion,
  line,
  keys,
  generation,
  machineKeys,
  card,
}: ProvisionedMachine): string {
  const unlock = `sn     ${sn}\nkey    version ${keyVersion} of ${line}\n1200W  ${keys['1200W']}\n800W   ${keys['800W']}`
  if (machineKeys === null) return unlock
  const lines = Object.entries(machineKeys).map(([label, key]) => `${label.padEnd(7)}${key}`)
  return [unlock, `gen    ${generation}`, ...lines, `box    ${card?.replace(/(.{4})(?=.)/g, '$1-')}`].join(
    '\n',
  )
}
