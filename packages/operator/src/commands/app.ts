/** The commands for registered apps. */
import { createApp, isBrand, listApps, rotateApp, setAppOrigins } from '@kerf/server/operations/index'
import { type Command, type OptionHelp, text, texts } from '../command.ts'
import { isoTime } from '../iso-time.ts'
import { table } from '../table.ts'

const ORIGIN = {
  type: 'string',
  value: 'ORIGIN',
  help: 'e.g. https://app.example.com; give it once for each origin',
  required: true,
  repeatable: true,
} as const satisfies OptionHelp

const shown = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string =>
  `client id      ${clientId}
client secret  ${clientSecret}

The secret is shown this once.`

export const appCreateCommand: Command = {
  path: ['app', 'create'],
  summary: 'Registers an app; its client secret is shown this once.',
  options: {
    code: { type: 'string', value: 'CODE', help: 'code of the brand it is an app of', required: true },
    name: { type: 'string', value: 'NAME', help: 'how operators call it', required: true },
    origin: ORIGIN,
  },
  async run({ values, operator, open }) {
    const { db, config } = await open()
    const made = await createApp(db, {
      code: text(values, 'code') ?? '',
      name: text(values, 'name') ?? '',
      origins: texts(values, 'origin'),
      production: config.production,
      operator,
    })
    const code = text(values, 'code') ?? ''
    const note = (await isBrand(code))
      ? ''
      : `\n\nThere is no brand ${code}: people see the portal's own on their way to this app.`
    return { json: made, text: shown(made) + note }
  },
}

export const appListCommand: Command = {
  path: ['app', 'list'],
  summary: 'Lists the registered apps and where they may be handed a person.',
  options: {},
  async run({ operator, open }) {
    const { db } = await open()
    const apps = await listApps(db, operator)
    return {
      json: apps,
      text: table(
        ['CLIENT ID', 'CODE', 'NAME', 'CREATED', 'SECRET SINCE', 'ORIGINS'],
        apps.map(({ clientId, code, name, createdAt, rotatedAt, origins }) => [
          clientId,
          code,
          name,
          isoTime(createdAt),
          isoTime(rotatedAt ?? createdAt),
          origins.join(' '),
        ]),
        'No app is registered.',
      ),
    }
  },
}

export const appRotateCommand: Command = {
  path: ['app', 'rotate'],
  summary: 'Gives an app another client secret, shown this once; the old one is dead at once.',
  operands: ['CLIENT_ID'],
  options: {},
  asks: true,
  async run({ positionals, operator, open, confirm }) {
    const clientId = positionals[0] ?? ''
    await confirm(`Give ${clientId} another secret? Calls with the old one are refused at once.`)
    const { db } = await open()
    const made = await rotateApp(db, clientId, operator)
    return { json: made, text: shown(made) }
  },
}

export const appOriginsCommand: Command = {
  path: ['app', 'origins'],
  summary: 'Replaces the list of origins an app may be handed a person on.',
  operands: ['CLIENT_ID'],
  options: { origin: ORIGIN },
  async run({ values, positionals, operator, open }) {
    const { db, config } = await open()
    const changed = await setAppOrigins(db, {
      clientId: positionals[0] ?? '',
      origins: texts(values, 'origin'),
      production: config.production,
      operator,
    })
    return { json: changed, text: `${changed.clientId}: ${changed.origins.join(' ')}` }
  },
}
