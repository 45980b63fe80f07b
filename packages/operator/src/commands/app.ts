import {
  createApp,
  findSharedOrigins,
  isBrand,
  listApps,
  removeApp,
  rotateApp,
  type SharedOrigin,
  setAppOrigins,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../command-context.ts'
import { collect, requiredText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { table } from '../output/table.ts'

const OVERLAP_HOURS_MAX = 24 * 14
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
        const shared = await findSharedOrigins(db, credentials.clientId)
        return {
          json: shared.length > 0 ? { ...credentials, sharedOrigins: shared } : credentials,
          text: renderCredentials(credentials) + note + renderShared(shared),
        }
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
        const shared = await findSharedOrigins(db, clientId)
        return {
          json: shared.length > 0 ? { ...changed, sharedOrigins: shared } : changed,
          text: `${changed.clientId}: ${changed.origins.join(' ')}${renderShared(shared)}`,
        }
      }),
    )

  app
    .command('rotate')
    .description('Gives an app a new client secret, shown only once. The old one stops working at once.')
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .option(
      '--overlap <hours>',
      'hours for which the old secret still works',
      wholeNumber(0, OVERLAP_HOURS_MAX),
      0,
    )
    .action(
      action(async ({ operator, open, confirm }, clientId, { overlap: overlapHours }) => {
        const end = overlapHours === 0 ? 'at once' : `in ${overlapHours} hours`
        await confirm(`The client secret of ${clientId} stops working ${end}. Continue?`)
        const { db } = await open()
        const credentials = await rotateApp(db, { clientId, overlapHours, operator })
        return { json: credentials, text: renderCredentials(credentials) }
      }),
    )

  app
    .command('remove')
    .description(
      'Removes an app and its webhook. Its credentials stop working at once; accounts and benefits stay.',
    )
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .action(
      action(async ({ operator, open, confirm }, clientId) => {
        await confirm(`The app ${clientId} can no longer use these accounts. Continue?`)
        const { db } = await open()
        const removed = await removeApp(db, clientId, operator)
        return { json: removed, text: `${clientId} is removed.` }
      }),
    )
}

const renderCredentials = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string =>
  `client id      ${clientId}
client secret  ${clientSecret}

The secret is shown only once.`

/** A warning for each origin that another app has too. */
const renderShared = (shared: readonly SharedOrigin[]): string =>
  shared
    .map(
      ({ origin, clientId }) =>
        `\n\nWarning: ${clientId} has the origin ${origin} too. A page there can redeem the tickets of both apps.`,
    )
    .join('')
