import { resetEnterprise } from '@kerf/server/operations/index'
import type { Command } from '../command.ts'

export const enterpriseResetCommand: Command = {
  path: ['enterprise', 'reset'],
  summary: 'Gives an enterprise account a new default password, shown this once, and ends its sessions.',
  operands: ['ACCOUNT|UID'],
  options: {},
  asks: true,
  async run({ positionals, operator, open, confirm }) {
    const [who = ''] = positionals
    await confirm(`The password of ${who} stops working and every session ends. Go on?`)
    const made = await resetEnterprise(await open(), who, operator)
    return {
      json: made,
      text: `uid       ${made.uid}
account   ${made.account}
password  ${made.password}

Sessions ended: ${made.sessionsEnded}. The password is shown this once; the mail to the account does not hold it.
It is dead if nobody logs in with it within 30 days.`,
    }
  },
}
