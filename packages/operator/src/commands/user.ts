import { resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import {
  type ActRow,
  addUserNote,
  changeMailbox,
  deleteUser,
  endUserSession,
  endUserSessions,
  exportUser,
  keepAccounts,
  keepMailbox,
  liftUserLimits,
  listPersonMachines,
  listUserHistory,
  listUserSessions,
  type MergePlan,
  mergeAccounts,
  previewMerge,
  resetUserFactor,
  restoreAccount,
  revealUser,
  type ShownUser,
  type StatusOrder,
  setStatus,
  showUser,
  showUserFactors,
  showUserLimits,
  unlockUser,
} from '@kerf/server/operations/index'

import {
  type CommandContext,
  type CommandOutput,
  type CommandRegistry,
  type CreateAction,
  UsageError,
} from '../input/command-context.ts'
import { date, optionalText, requiredText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'
import { visibleLine } from '../output/visible-text.ts'
import { configureFind } from './support/find.ts'

/** Argument that names an account. */
const ACCOUNT = '<UID|EMAIL>'
const ACCOUNT_HELP = 'user ID, email address of a personal account, or enterprise account ID'

export function addUserCommands({ program, action }: CommandRegistry): void {
  const user = program.command('user').description('Shows, restricts, bans and erases accounts.')
  const accountCommand = (name: string, description: string) =>
    user.command(name).description(description).argument(ACCOUNT, ACCOUNT_HELP)

  configureFind(user.command('find'), action)
  addLimitCommands(user, action)

  accountCommand(
    'unlock',
    'Lifts the limits, the human check that they demand and waiting logins of an owner who proved to be the owner.',
  ).action(
    action(async ({ operator, open, confirm }, who) => {
      await confirm(`Anyone who guesses passwords or codes of ${who} gets as many tries again. Continue?`)
      const done = await unlockUser(await open(), who, operator)
      return { json: done, text: `Limits lifted: ${done.lifted}. Waiting logins ended: ${done.logins}.` }
    }),
  )

  accountCommand('history', 'Lists what operators did with an account, with case and reason, newest first.')
    .option('--case <number>', 'only acts of this case', optionalText)
    .option('--reads', 'also what operators only looked at')
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 10_000), 100)
    .action(
      action(async ({ operator, open }, who, { case: caseNumber, reads = false, limit }) => {
        const { db } = await open()
        const { acts } = await listUserHistory(db, { who, caseNumber, reads, limit, operator })
        return listOutput(acts, 'No operator has done anything with this account.', ACT_COLUMNS)
      }),
    )

  accountCommand('note', 'Stores a note about an account under a case. Nothing else changes.')
    .requiredOption('--note <text>', 'without codes, passwords and addresses', requiredText)
    .action(
      action(async ({ operator, open }, who, { note }) => {
        const { db } = await open()
        const added = await addUserNote(db, { who, note, operator })
        return { json: added, text: 'The note is stored.' }
      }),
    )

  user
    .command('session')
    .description('Ends one session of an account.')
    .command('end')
    .description('Ends one session, and those that were opened from it. The owner gets an email.')
    .argument(ACCOUNT, ACCOUNT_HELP)
    .argument('<SESSION>', 'see "kerf user sessions"')
    .action(
      action(async ({ operator, open }, who, handle) => {
        const ended = await endUserSession(await open(), { who, handle, operator })
        return { json: ended, text: `Sessions ended: ${ended.ended}.` }
      }),
    )

  accountCommand('show', 'Shows one account.').action(
    action(async ({ operator, open }, who) => {
      const { db } = await open()
      const shown = await showUser(db, who, operator)
      return { json: shown, text: renderUser(shown) }
    }),
  )

  accountCommand(
    'reveal',
    'Shows the whole addresses of a person, for a reason that the audit record keeps.',
  ).action(
    action(async ({ operator, open }, who) => {
      const { db } = await open()
      const shown = await revealUser(db, who, operator)
      const { uid, email, secondEmail, country, region, addresses } = shown
      return {
        json: shown,
        text: `uid              ${uid}
email            ${email}
second email     ${secondEmail ?? '-'}
country, region  ${[country, region].filter(Boolean).join(', ') || '-'}
addresses        ${addresses.join(', ') || '-'}`,
      }
    }),
  )

  accountCommand('sessions', 'Lists the active sessions of an account; with --end, ends them all.')
    .option('--end', 'end every session')
    .action(
      action(async ({ operator, open, confirm }, who, { end }) => {
        if (end) {
          await confirm(`Every session of ${who} ends. Continue?`)
          const ended = await endUserSessions(await open(), who, operator)
          return { json: ended, text: `Sessions ended: ${ended.ended}.` }
        }
        const { db } = await open()
        const { sessions } = await listUserSessions(db, who, operator)
        return listOutput(sessions, 'The account has no active session.', {
          SESSION: row => row.session,
          ADDRESS: row => row.ip,
          PLACE: row => row.place,
          APPLICATION: row => row.application,
          PLATFORM: row => row.platform,
          'LOGGED IN': row => isoTime(row.firstLogin),
          'LAST SEEN': row => isoTime(row.lastSeen),
        })
      }),
    )

  accountCommand(
    'machines',
    'Lists the machines that an account owns, administers, may run, reaches by a workshop, was invited to or has asked for.',
  ).action(
    action(async ({ operator, open }, who) => {
      const { db } = await open()
      const { machines } = await listPersonMachines(db, who, operator)
      return listOutput(machines, 'The account has no machine, workshop, invitation or request.', {
        MACHINE: row => row.machine,
        NAME: row => row.name,
        LINE: row => row.line,
        SN: row => row.sn,
        ROLE: row => row.role,
        BY: row => (row.workshop ? `${row.through} ${row.workshop.name}` : row.through),
        SINCE: row => isoTime(row.since),
        UNTIL: row => isoTime(row.until),
        HINDERED: row => row.facts.map(({ text }) => text.en).join(' '),
      })
    }),
  )

  accountCommand('factors', 'Shows the second factors of an account.').action(
    action(async ({ operator, open }, who) => {
      const { db } = await open()
      const shown = await showUserFactors(db, who, operator)
      const { uid, totp, recoveryCodes, rememberedBrowsers, required, removalAt } = shown
      return {
        json: shown,
        text: `uid                  ${uid}
authenticator app    ${totp ? `since ${isoTime(totp.since)}` : '-'}
last used            ${totp?.lastUsed ? isoTime(totp.lastUsed) : '-'}
recovery codes left  ${recoveryCodes}
remembered browsers  ${rememberedBrowsers}
demanded             ${required ? 'yes' : 'no'}
removal possible     ${removalAt === null ? '-' : `from ${isoTime(removalAt)}`}`,
      }
    }),
  )

  accountCommand(
    'reset-factor',
    'Removes the authenticator app and recovery codes of an owner who lost them, and ends every session.',
  )
    .requiredOption(
      REASON[0],
      'how the owner proved to be the owner; the audit record keeps it',
      requiredText,
    )
    .action(
      action(async ({ operator, open, confirm }, who, { reason }) => {
        await confirm(`A login to ${who} needs no second step any more. Continue?`)
        const reset = await resetUserFactor(await open(), { who, reason, operator })
        return {
          json: reset,
          text: reset.removed
            ? `The second factor is removed. Sessions ended: ${reset.sessionsEnded}.`
            : 'The account has no second factor.',
        }
      }),
    )

  accountCommand(
    'change-email',
    'Changes a lost mailbox of a personal account after 24 hours. Needs a proof, a second operator and a link in the new mailbox.',
  )
    .requiredOption(
      '--to <address>',
      'the new email address, which the owner confirms by a link',
      requiredText,
    )
    .requiredOption('--evidence <reference>', 'of the proof, which the second operator reads', requiredText)
    .action(
      action(async ({ operator, open }, who, { to, evidence }) => {
        const started = await changeMailbox(await open(), { who, to, evidence, operator })
        const stop = started.stoppable
          ? 'The present mailbox got a link that stops it.'
          : 'The account has its present address for less than three days: that mailbox cannot stop it.'
        return {
          json: started,
          text: `${started.uid} gets ${started.to} after ${isoTime(started.readyAt)}, once that mailbox is confirmed. ${stop}`,
        }
      }),
    )

  accountCommand(
    'restore',
    'Gives a stolen account back: ends what was added since a time, and restores the address before. Needs a second operator.',
  )
    .requiredOption('--since <date>', 'what was added at this time or later ends; at most 30 days ago', date)
    .requiredOption('--evidence <reference>', 'of the proof, which the second operator reads', requiredText)
    .action(
      action(async ({ operator, open, confirm }, who, { since, evidence }) => {
        if (since === undefined) throw new UsageError('--since needs a time.')
        await confirm(`Every session of ${who} ends, and the password is removed. Continue?`)
        const restored = await restoreAccount(await open(), { who, since, evidence, operator })
        const { uid, email, addressRestored, sessionsEnded, passkeys, socialAccounts, consents } = restored
        const { invitations, roles, transfers, workshopActs } = restored.withdrawn
        return {
          json: restored,
          text: `${uid} has the address ${email}${addressRestored ? ', as before' : ''}. Sessions ended: ${sessionsEnded}. Removed: ${passkeys} passkeys, ${socialAccounts} social accounts, ${consents} permissions of apps, ${invitations} invitations, ${roles} roles of other people, ${transfers} transfers, ${workshopActs} acts of workshops.${restored.mergeStopped ? ' A merge was stopped.' : ''}`,
        }
      }),
    )

  addMergeCommands(user, action)

  accountCommand('keep-email', 'Stops the change of a lost mailbox that waits.').action(
    action(async ({ operator, open }, who) => {
      const kept = await keepMailbox(await open(), who, operator)
      return { json: kept, text: `${kept.uid} keeps its address.` }
    }),
  )

  accountCommand(
    'restrict',
    'Restricts an account: it can log in, but not redeem, earn certificates or connect.',
  ).action(action((context, who) => changeStatus(context, { who, change: 'restrict' })))

  accountCommand('unrestrict', 'Lifts a restriction.').action(
    action((context, who) => changeStatus(context, { who, change: 'unrestrict' })),
  )

  accountCommand('ban', 'Bans an account: every session ends at once and nobody can log in to it.')
    .option(...REASON)
    .option(...UNTIL)
    .action(action((context, who, ban) => changeStatus(context, { who, change: 'ban', ...ban })))

  accountCommand('unban', 'Lifts a ban.').action(
    action((context, who) => changeStatus(context, { who, change: 'unban' })),
  )

  accountCommand(
    'export',
    "Writes everything stored about an account into a new ZIP file, like the owner's own download.",
  )
    .argument('<FILE>', 'path of the archive; it must not exist')
    .action(
      action(async ({ env, operator, open }, who, path) => {
        const file = resolve(env.INIT_CWD ?? '.', path)
        const exported = await exportUser(await open(), who, file, operator)
        const { uid, bytes } = exported
        return {
          json: { file, ...exported },
          text: `${file}: ${uid}, ${bytes} bytes. It is personal data: hand it over safely and delete it here.`,
        }
      }),
    )

  accountCommand('delete', 'Erases an account of either kind at once. This cannot be undone.').action(
    action(async ({ operator, open, confirm }, who) => {
      await confirm(
        `Everything of ${who} is erased: profile, sessions, history, pictures. This cannot be undone. Continue?`,
      )
      const { uid } = await deleteUser(await open(), who, operator)
      return {
        json: { uid, deleted: true },
        text: `${uid} is erased. A running server removes its pictures, now or when one starts.`,
      }
    }),
  )
}

const ACT_COLUMNS = {
  AT: (row: ActRow) => isoTime(row.at),
  OPERATOR: (row: ActRow) => row.operator,
  ACT: (row: ActRow) => row.event,
  CASE: (row: ActRow) => String(row.detail.case ?? ''),
  WHY: (row: ActRow) => String(row.detail.note ?? row.detail.reason ?? ''),
  CHANGED: ({ detail: { changed } }: ActRow) => (changed === undefined ? '' : JSON.stringify(changed)),
}

function addMergeCommands(user: Command, action: CreateAction): void {
  const INTO_HELP = 'the account that stays'
  user
    .command('merge-preview')
    .description(
      'Shows what a merge of two accounts would move and end, and why it may be impossible. Changes nothing.',
    )
    .argument('<FROM>', `the account that is closed: ${ACCOUNT_HELP}`)
    .argument('<INTO>', INTO_HELP)
    .action(
      action(async ({ operator, open }, from, into) => {
        const { db } = await open()
        const plan = await previewMerge(db, { from, into, operator })
        return { json: plan, text: renderPlan(plan), success: plan.blocked.length === 0 }
      }),
    )

  user
    .command('merge')
    .description(
      'Moves what an account has to another account of the same person after 24 hours, and closes it. Needs a second operator.',
    )
    .argument('<FROM>', `the account that is closed: ${ACCOUNT_HELP}`)
    .argument('<INTO>', INTO_HELP)
    .addOption(
      new Option('--address <use>', 'what becomes of the email address of the account that is closed')
        .choices(['second', 'free'] as const)
        .makeOptionMandatory(),
    )
    .requiredOption(
      '--evidence <reference>',
      'of the proof that both are of one person, for the second operator',
      requiredText,
    )
    .action(
      action(async ({ operator, open, confirm }, from, into, { address, evidence }) => {
        const target = await open()
        const plan = await previewMerge(target.db, { from, into, operator })
        await confirm(`${renderPlan(plan)}\nIt cannot be undone once it begins. Continue?`)
        const started = await mergeAccounts(target, { from, into, address, evidence, operator })
        return {
          json: started,
          text: `A server merges ${started.from} into ${started.into} after ${isoTime(started.readyAt)}. Both owners got a link that stops it.`,
        }
      }),
    )

  user
    .command('keep-accounts')
    .description('Stops a merge of two accounts that has not begun.')
    .argument(ACCOUNT, `either of them: ${ACCOUNT_HELP}`)
    .action(
      action(async ({ operator, open }, who) => {
        const kept = await keepAccounts(await open(), who, operator)
        return { json: kept, text: 'Both accounts stay as they are.' }
      }),
    )
}

const renderPlan = ({ from, into, moves, ends, blocked }: MergePlan): string =>
  [
    `closed    ${from}`,
    `stays     ${into}`,
    `moves     ${Object.entries(moves)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
    ...ends.map(line => `ends      ${line}`),
    ...blocked.map(line => `BLOCKED   ${line}`),
  ].join('\n')

function addLimitCommands(user: Command, action: CreateAction): void {
  const limits = user.command('limits').description('Shows and lifts the limits of an account.')

  limits
    .command('show')
    .description('Shows what an account has used up of its limits, and until when.')
    .argument(ACCOUNT, ACCOUNT_HELP)
    .action(
      action(async ({ operator, open }, who) => {
        const rows = await showUserLimits(await open(), who, operator)
        return listOutput(rows, 'Nothing is counted for this account now.', {
          COUNTED: row => row.counts,
          USED: row => row.used,
          LIMIT: row => row.limit,
          UNTIL: row => isoTime(row.until),
        })
      }),
    )

  limits
    .command('lift')
    .description('Lifts the limits on logins and codes of an owner who proved to be the owner.')
    .argument(ACCOUNT, ACCOUNT_HELP)
    .requiredOption(REASON[0], 'how the owner proved to be the owner', requiredText)
    .action(
      action(async ({ operator, open, confirm }, who) => {
        await confirm(`Anyone who guesses passwords or codes of ${who} gets as many tries again. Continue?`)
        const { db } = await open()
        const lifted = await liftUserLimits(db, who, operator)
        return { json: lifted, text: `Limits lifted: ${lifted.lifted}.` }
      }),
    )
}

function renderUser({ lastSignIn, ...user }: ShownUser): string {
  const fields = Object.entries({
    ...user,
    createdAt: isoTime(user.createdAt),
    bannedUntil: user.bannedUntil && isoTime(user.bannedUntil),
    waitingEmailFrom: user.waitingEmailFrom && isoTime(user.waitingEmailFrom),
    lastSignIn:
      lastSignIn &&
      [isoTime(lastSignIn.at), lastSignIn.method, lastSignIn.application, lastSignIn.place]
        .filter(Boolean)
        .join(', '),
  })
  return fields.map(([name, value]) => `${name.padEnd(16)} ${renderValue(value)}`).join('\n')
}

function renderValue(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === '' ? '-' : visibleLine(String(value))
}

/** Options of a ban. */
export const REASON = [
  '--reason <text>',
  'why, for operators only; without personal data, because the audit record keeps it',
  requiredText,
] as const
export const UNTIL = [
  '--until <date>',
  'end of the ban, YYYY-MM-DD (UTC) or a full ISO time (default: until it is lifted)',
  date,
] as const

export async function changeStatus(
  { operator, open, confirm }: CommandContext,
  order: Omit<StatusOrder, 'operator'>,
): Promise<CommandOutput> {
  if (order.change === 'ban')
    await confirm(`Every session of ${order.who} ends and nobody can log in. Continue?`)
  const { db } = await open()
  const changed = await setStatus(db, { ...order, operator })
  const { uid, status, before, sessionsEnded, bannedUntil } = changed
  const previous = status === before ? 'no change' : `was ${before}`
  const ended = sessionsEnded > 0 ? ` Sessions ended: ${sessionsEnded}.` : ''
  const until = bannedUntil === null ? '' : ` until ${isoTime(bannedUntil)}`
  return { json: changed, text: `${uid} is ${status}${until} (${previous}).${ended}` }
}
