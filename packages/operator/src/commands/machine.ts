import { Option } from '@commander-js/extra-typings'
import { CERTIFICATE_COURSES } from '@kerf/contract/endpoints/training'
import {
  assignMachine,
  countTrustedMachines,
  decideMachineRequest,
  distrustMachines,
  listMachineRequests,
  listTrainingRules,
  loadInstallationKeys,
  renewMachine,
  requireTraining,
  type ShownMachineRequest,
  showOwnedMachine,
} from '@kerf/server/operations/index'
import { type CommandRegistry, UsageError } from '../input/command-context.ts'
import { optionalText, requiredText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

const MACHINE = '<MACHINE>'
const MACHINE_HELP = 'serial number, or id, m_…'
const KEY_VERSION_MAX = 999_999
const FRESHNESS_MAX_MONTHS = 120
const EVIDENCE = [
  '--evidence <reference>',
  'where the proof of purchase is kept, such as a case number; without personal data',
  requiredText,
] as const

const requestText = ({ claimant, state, since, reviewFrom, proved }: ShownMachineRequest): string =>
  `${state}, of ${claimant}, since ${isoTime(since)}, to decide from ${isoTime(reviewFrom)}${proved ? ', second code shown' : ''}`

export function addMachineCommands({ program, action }: CommandRegistry): void {
  const machine = program.command('machine').description('Manages machines and their owners.')

  machine
    .command('show')
    .description(
      'Shows the owner, the number of people, the request of a machine, and whether its used card was shown again.',
    )
    .argument(MACHINE, MACHINE_HELP)
    .action(
      action(async ({ operator, open }, typed) => {
        const { db, config } = await open()
        const shown = await showOwnedMachine(db, await loadInstallationKeys(db, config), typed, operator)
        const { request, card, ownerSince, distrusted, lost, workshop, ...fields } = shown
        const lines = Object.entries({
          ...fields,
          workshop: workshop && `${workshop.name} (${workshop.id})`,
          since: isoTime(ownerSince),
          keys: distrusted ? 'distrusted' : 'trusted',
          lost: lost ? 'yes' : 'no',
          request: request && requestText(request),
          card: card && `shown again by ${card.claimant}, used by ${card.usedBy ?? 'a deleted account'}`,
        })
        return {
          json: shown,
          text: lines.map(([name, value]) => `${name.padEnd(11)} ${value ?? '-'}`).join('\n'),
        }
      }),
    )

  machine
    .command('requests')
    .description(
      'Lists the open requests for machines that have an owner, and used cards that another account has shown, oldest first.',
    )
    .action(
      action(async ({ operator, open }) => {
        const { db } = await open()
        return listOutput(
          await listMachineRequests(db, operator),
          'There are no open requests and no cards.',
          {
            MACHINE: row => row.machine,
            LINE: row => row.line,
            SN: row => row.sn,
            CLAIMANT: row => row.claimant,
            STATE: row => row.state,
            SINCE: row => isoTime(row.since),
            'DECIDE FROM': row => isoTime('reviewFrom' in row ? row.reviewFrom : null),
            'SECOND CODE': row => ('proved' in row ? (row.proved ? 'yes' : 'no') : '-'),
            'CARD OF': row => ('usedBy' in row ? (row.usedBy ?? 'a deleted account') : '-'),
          },
        )
      }),
    )

  machine
    .command('decide')
    .description(
      'Decides a request that the owner has not answered within 30 days. Needs a second operator; a confirmation also a second code of the claimant.',
    )
    .argument(MACHINE, MACHINE_HELP)
    .addOption(
      new Option('--answer <answer>', 'confirm: the claimant becomes the owner')
        .choices(['confirm', 'deny'] as const)
        .makeOptionMandatory(),
    )
    .requiredOption(...EVIDENCE)
    .action(
      action(async ({ operator, open, confirm }, typed, { answer, evidence }) => {
        if (answer === 'confirm') await confirm('The owner and all people of the machine lose it. Continue?')
        const done = await decideMachineRequest(await open(), { machine: typed, answer, evidence, operator })
        return {
          json: done,
          text:
            answer === 'confirm'
              ? `${done.claimant} owns ${done.machine} now.`
              : `The request for ${done.machine} is denied.`,
        }
      }),
    )

  machine
    .command('assign')
    .description('Gives a machine that nobody owns to an account. Needs a second operator.')
    .argument(MACHINE, MACHINE_HELP)
    .requiredOption('--to <account>', 'user ID, email address or enterprise account ID', requiredText)
    .requiredOption(...EVIDENCE)
    .action(
      action(async ({ operator, open }, typed, { to, evidence }) => {
        const done = await assignMachine(await open(), { machine: typed, to, evidence, operator })
        return { json: done, text: `${done.owner} owns ${done.machine} now.` }
      }),
    )

  machine
    .command('distrust')
    .description(
      'Refuses claim codes, cards and client keys of machines whose keys may be copied. Passes go on.',
    )
    .argument('[SN]', 'serial number of one machine')
    .option('--line <line>', 'product line, with --key-version', optionalText)
    .option('--key-version <n>', 'all machines with this key of the line', wholeNumber(1, KEY_VERSION_MAX))
    .action(
      action(async ({ operator, open, confirm }, sn, { line, keyVersion: version }) => {
        const isVersion = line !== undefined && version !== undefined
        if ((sn === undefined) !== isVersion || (sn !== undefined && (line ?? version) !== undefined))
          throw new UsageError('Give an SN, or --line and --key-version.')
        const { db } = await open()
        const which = sn === undefined ? { line: line ?? '', version: version ?? 0 } : { sn }
        const count = 'sn' in which ? 1 : await countTrustedMachines(db, which)
        await confirm(
          `Claims of ${count} ${count === 1 ? 'machine go' : 'machines go'} to an operator from now on. Continue?`,
        )
        const done = await distrustMachines(db, { which, operator })
        return { json: done, text: `${done.distrusted} machines are distrusted.` }
      }),
    )

  addRuleCommand({ program: machine, action }, 'rule')

  machine
    .command('rules')
    .description('Lists the certificates that product lines demand.')
    .action(
      action(async ({ open }) => {
        const { db } = await open()
        return listOutput(await listTrainingRules(db), 'No product line demands a certificate.', {
          LINE: row => row.line,
          COURSE: row => row.course,
          MONTHS: row => (row.months === null ? 'without an end' : String(row.months)),
        })
      }),
    )

  machine
    .command('renew')
    .description(
      'Ends all passes of a machine, whose people get new ones; the next pass sets its time, also back.',
    )
    .argument(MACHINE, MACHINE_HELP)
    .action(
      action(async ({ operator, open, confirm }, typed) => {
        await confirm('Everybody needs a new pass for this machine. Continue?')
        const done = await renewMachine(await open(), { machine: typed, operator })
        return { json: done, text: `The passes of ${done.machine} have ended.` }
      }),
    )
}

/** `kerf machine rule`, and its first name `kerf device require`. */
export function addRuleCommand({ program, action }: CommandRegistry, name: string): void {
  program
    .command(name)
    .description('Sets the certificate that a product line demands of who starts its machines by a pass.')
    .requiredOption('--line <line>', 'product line', requiredText)
    .addOption(
      new Option('--course <course>', 'course with a certificate')
        .choices([...CERTIFICATE_COURSES, 'none'] as const)
        .makeOptionMandatory(),
    )
    .option(
      '--months <n>',
      'how long a certificate counts (default: without an end)',
      wholeNumber(1, FRESHNESS_MAX_MONTHS),
    )
    .action(
      action(async ({ operator, open }, { line, course, months }) => {
        const { db } = await open()
        const done = await requireTraining(db, { line, course, months, operator })
        const demand =
          done.course === null ? 'no certificate' : `the certificate of the course ${done.course}`
        return {
          json: done,
          text: `Machines of ${line} demand ${demand}${done.months === null ? '' : `, at most ${done.months} months old`}.`,
        }
      }),
    )
}
