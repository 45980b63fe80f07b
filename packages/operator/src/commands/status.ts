/** The commands that change what an account may do. */
import { type StatusChange, setStatus } from '@kerf/server/operations/index'
import type { Command } from '../command.ts'

interface StatusVerb {
  readonly path: readonly [noun: 'user' | 'enterprise', verb: string]
  readonly change: StatusChange
  readonly summary: string
  /** what is lost, where something is */
  readonly question?: (who: string) => string
}

const bans = (who: string): string => `${who} is logged out everywhere and cannot log in again. Go on?`

const VERBS: readonly StatusVerb[] = [
  {
    path: ['enterprise', 'disable'],
    change: 'ban',
    summary: 'Disables an enterprise account: its sessions end, nobody can log in to it.',
    question: bans,
  },
  {
    path: ['enterprise', 'enable'],
    change: 'unban',
    summary: 'Lets a disabled enterprise account log in again.',
  },
  {
    path: ['user', 'restrict'],
    change: 'restrict',
    summary: 'Restricts an account: it logs in, but cannot redeem, earn or connect.',
  },
  { path: ['user', 'unrestrict'], change: 'unrestrict', summary: 'Lifts a restriction.' },
  {
    path: ['user', 'ban'],
    change: 'ban',
    summary: 'Bans an account: its sessions end at once, it cannot log in.',
    question: bans,
  },
  { path: ['user', 'unban'], change: 'unban', summary: 'Lifts a ban.' },
]

const commandOf = ({ path, change, summary, question }: StatusVerb): Command => ({
  path,
  summary,
  operands: [path[0] === 'user' ? 'UID|EMAIL' : 'ACCOUNT|UID'],
  options: {},
  ...(question && { asks: true }),
  async run({ positionals, operator, open, confirm }) {
    const [who = ''] = positionals
    if (question) await confirm(question(who))
    const { db } = await open()
    const changed = await setStatus(db, {
      who,
      change,
      operator,
      ...(path[0] === 'enterprise' && { kind: 'enterprise' }),
    })
    const { uid, status, before, sessionsEnded } = changed
    const was = status === before ? 'as before' : `was ${before}`
    const ended = sessionsEnded > 0 ? ` Sessions ended: ${sessionsEnded}.` : ''
    return { json: changed, text: `${uid} is ${status} (${was}).${ended}` }
  },
})

export const STATUS_COMMANDS: readonly Command[] = VERBS.map(commandOf)
