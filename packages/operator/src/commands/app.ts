import { createApp, isBrand, listApps, rotateApp, setAppOrigins } from '@kerf/server/operations/index'
import type { CommandRegistry } from '../command-context.ts'
import { collect, requiredText } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { table } from '../output/table.ts'

const ORIGIN = '--origin <origin>'
const ORIGIN_HELP = 'for example https://app.example.com; repeat it for each origin'

export function addAppCommands({ program, action }: CommandRegistry): void {
  const app = program.command('app').description('Manages the apps that use these accounts.')

  app
    .command('create')
    .description('Registers an app and shows its client secret, only once.')
    .requiredOption('--code <code>', 'code of the brand the app belongs to', requiredText)
    .requiredOption('--name <name>', 'name of the app for operators', requiredText)
    .requiredOption(ORIGIN, ORIGIN_HELP, collect)
    .action(
      action(async ({ operator, open }, { code, name, origin }) => {
        const { db, config } = await open()
        const { production } = config
        const credentials = await createApp(db, { code, name, origins: origin, production, operator })
        const note = (await isBrand(code))
          ? ''
          : `\n\nThere is no brand ${code}: people who come from this app see the portal's own brand.`
        return { json: credentials, text: renderCredentials(credentials) + note }
      }),
    )

  app
    .command('list')
    .description('Lists the registered apps and their origins.')
    .action(
      action(async ({ operator, open }) => {
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
      }),
    )

  app
    .command('origins')
    .description('Replaces the origins of an app: the only places that one-time tickets lead to.')
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .requiredOption(ORIGIN, ORIGIN_HELP, collect)
    .action(
      action(async ({ operator, open }, clientId, { origin }) => {
        const { db, config } = await open()
        const { production } = config
        const changed = await setAppOrigins(db, { clientId, origins: origin, production, operator })
        return { json: changed, text: `${changed.clientId}: ${changed.origins.join(' ')}` }
      }),
    )

  app
    .command('rotate')
    .description('Gives an app a new client secret, shown only once. The old one stops working at once.')
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .action(
      action(async ({ operator, open, confirm }, clientId) => {
        await confirm(`The client secret of ${clientId} stops working at once. Continue?`)
        const { db } = await open()
        const credentials = await rotateApp(db, clientId, operator)
        return { json: credentials, text: renderCredentials(credentials) }
      }),
    )
}

const renderCredentials = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string =>
  `client id      ${clientId}
client secret  ${clientSecret}

The secret is shown only once.`
