import { createEnterprise } from '@kerf/server/operations/index'
import { type Command, text, UsageError } from '../command.ts'

export const enterpriseCreateCommand: Command = {
  path: ['enterprise', 'create'],
  summary: 'Makes an enterprise account; its random default password is shown this once.',
  options: {
    account: { type: 'string', value: 'ID', help: 'enterprise account ID', required: true },
    email: { type: 'string', value: 'ADDRESS', help: 'where codes and notices go', required: true },
    name: { type: 'string', value: 'NAME', help: "the company's name", required: true },
    lang: { type: 'string', value: 'en|zh', help: 'language of its mails, default en' },
  },
  async run({ values, operator, open }) {
    const lang = text(values, 'lang') ?? 'en'
    if (lang !== 'en' && lang !== 'zh') throw new UsageError('--lang takes en or zh')
    const { db } = await open()
    const made = await createEnterprise(db, {
      account: text(values, 'account') ?? '',
      email: text(values, 'email') ?? '',
      name: text(values, 'name') ?? '',
      lang,
      operator,
    })
    return {
      json: made,
      text: `uid       ${made.uid}
account   ${made.account}
password  ${made.password}

The password is shown this once. It is dead if nobody logs in with it within 30 days.`,
    }
  },
}
