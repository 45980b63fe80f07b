import { listWebhooks, loadInstallationKeys, removeWebhook, setWebhook } from '@kerf/server/operations/index'
import type { CommandRegistry } from '../command-context.ts'
import { requiredText } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { table } from '../output/table.ts'

export function addWebhookCommands({ program, action }: CommandRegistry): void {
  const webhook = program.command('webhook').description('Manages where apps receive benefit events.')

  webhook
    .command('set')
    .description('Sets the URL that receives benefit events of an app, and shows its secret, only once.')
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .requiredOption('--url <url>', 'https address that accepts a POST', requiredText)
    .option('--from-start', 'deliver all events from the first one (default: new events only)')
    .action(
      action(async ({ operator, open }, clientId, { url, fromStart = false }) => {
        const { db, config } = await open()
        const { production } = config
        const keys = await loadInstallationKeys(db, config)
        const set = await setWebhook(db, keys, { clientId, url, fromStart, production, operator })
        return {
          json: set,
          text: `client id  ${set.clientId}\nurl        ${set.url}\nsecret     ${set.secret}\n\nThe secret is shown only once.`,
        }
      }),
    )

  webhook
    .command('list')
    .description('Lists the webhooks with their failures and undelivered events.')
    .action(
      action(async ({ operator, open }) => {
        const { db } = await open()
        const rows = await listWebhooks(db, operator)
        return {
          json: rows,
          text: table(
            ['CLIENT ID', 'CODE', 'URL', 'LAST DELIVERY', 'FAILURES', 'BEHIND'],
            rows.map(({ clientId, code, url, toldAt, failures, behind }) => [
              clientId,
              code,
              url,
              toldAt === null ? '' : isoTime(toldAt),
              String(failures),
              String(behind),
            ]),
            'No app has a webhook.',
          ),
        }
      }),
    )

  webhook
    .command('remove')
    .description('Stops deliveries to an app. The app can still read the feed.')
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .action(
      action(async ({ operator, open, confirm }, clientId) => {
        await confirm(`Deliveries to ${clientId} stop. Continue?`)
        const { db } = await open()
        const removed = await removeWebhook(db, clientId, operator)
        return { json: removed, text: `${clientId} has no webhook any more.` }
      }),
    )
}
