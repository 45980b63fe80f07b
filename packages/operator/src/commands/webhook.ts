import { Option } from '@commander-js/extra-typings'
import {
  listDeliveries,
  listWebhooks,
  loadInstallationKeys,
  removeWebhook,
  replayWebhook,
  rotateWebhook,
  setWebhook,
  testWebhook,
} from '@kerf/server/operations/index'
import { type CommandRegistry, UsageError } from '../input/command-context.ts'
import { date, requiredText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

const CLIENT_ID = '<CLIENT_ID>'
const CLIENT_ID_HELP = 'see "kerf app list"'
const OVERLAP_HOURS_MAX = 24 * 14
const URL_HELP = `https address that accepts a POST. In production it is public, or in a network of
WEBHOOK_NETWORKS. In development also http://localhost, a name below it, or 127.0.0.1.
It has no user name, password or "#". Redirects are not followed.`

export function addWebhookCommands(registry: CommandRegistry): void {
  const { program, action } = registry
  const webhook = program.command('webhook').description('Manages where apps receive events.')

  webhook
    .command('set')
    .description('Sets the URL that receives events of an app, and shows its secret, only once.')
    .argument(CLIENT_ID, CLIENT_ID_HELP)
    .requiredOption('--url <url>', URL_HELP, requiredText)
    .addOption(
      new Option(
        '--form <form>',
        'items: pages of the benefit feed. events: one event a request, of accounts that logged in to the app ' +
          '(default: as it is; items for a new webhook)',
      ).choices(['items', 'events'] as const),
    )
    .option('--from-start', 'form items: deliver all events from the first one (default: new events only)')
    .option(
      '--overlap <hours>',
      'hours for which requests are signed with the former secret too',
      wholeNumber(0, OVERLAP_HOURS_MAX),
      0,
    )
    .action(
      action(
        async ({ operator, open }, clientId, { url, form, fromStart = false, overlap: overlapHours }) => {
          const { db, config } = await open()
          const keys = await loadInstallationKeys(db, config)
          const order = { clientId, url, form, fromStart, overlapHours, networks: config, operator }
          const set = await setWebhook(db, keys, order)
          return { json: set, text: renderSecret(set) }
        },
      ),
    )

  webhook
    .command('rotate')
    .description('Gives a webhook a new secret, shown only once. The former one ends at once.')
    .argument(CLIENT_ID, CLIENT_ID_HELP)
    .option(
      '--overlap <hours>',
      'hours for which requests carry two signatures, one with each secret',
      wholeNumber(0, OVERLAP_HOURS_MAX),
      0,
    )
    .action(
      action(async ({ operator, open, confirm }, clientId, { overlap: overlapHours }) => {
        const end = overlapHours === 0 ? 'at once' : `in ${overlapHours} hours`
        await confirm(`Requests to ${clientId} are no longer signed with its secret ${end}. Continue?`)
        const { db, config } = await open()
        const keys = await loadInstallationKeys(db, config)
        const rotated = await rotateWebhook(db, keys, { clientId, overlapHours, operator })
        return { json: rotated, text: renderSecret(rotated) }
      }),
    )

  webhook
    .command('list')
    .description('Lists the webhooks with their failures and undelivered events.')
    .action(
      action(async ({ operator, open }) => {
        const { db } = await open()
        const rows = await listWebhooks(db, operator)
        return listOutput(rows, 'No app has a webhook.', {
          'CLIENT ID': row => row.clientId,
          CODE: row => row.code,
          URL: row => row.url,
          FORM: row => row.form,
          'LAST DELIVERY': row => isoTime(row.toldAt),
          FAILURES: row => row.failures,
          BEHIND: row => row.behind,
          FAILED: row => row.failedEvents,
          'TWO SECRETS UNTIL': row => isoTime(row.twoSecretsUntil),
        })
      }),
    )

  webhook
    .command('remove')
    .description('Stops deliveries to an app. The app can still read the feed.')
    .argument(CLIENT_ID, CLIENT_ID_HELP)
    .action(
      action(async ({ operator, open, confirm }, clientId) => {
        await confirm(`Deliveries to ${clientId} stop. Continue?`)
        const { db } = await open()
        const removed = await removeWebhook(db, clientId, operator)
        return { json: removed, text: `${clientId} no longer has a webhook.` }
      }),
    )

  addDeliveryCommands(webhook, registry)
}

/** `webhook`: the command that the new ones belong to. */
function addDeliveryCommands(
  webhook: ReturnType<CommandRegistry['program']['command']>,
  { action }: Pick<CommandRegistry, 'action'>,
): void {
  webhook
    .command('test')
    .description(
      'Sends a signed request without events to an app, and shows the status and time of its answer.',
    )
    .argument(CLIENT_ID, CLIENT_ID_HELP)
    .action(
      action(async ({ operator, open }, clientId) => {
        const { db, config } = await open()
        const keys = await loadInstallationKeys(db, config)
        const tested = await testWebhook(db, keys, { clientId, networks: config, operator })
        const { status, durationMs, cause, deliveryId } = tested
        const result = `${status ?? cause} after ${durationMs} ms (${deliveryId})`
        return {
          json: tested,
          text: cause === '' ? `accepted: ${result}` : `not accepted: ${result}`,
          success: cause === '',
        }
      }),
    )

  webhook
    .command('deliveries')
    .description('Lists the requests of the last 30 days, newest first.')
    .argument('[CLIENT_ID]', 'of this app only')
    .option('--delivery <id>', 'the attempts of one delivery', requiredText)
    .option('--failed', 'requests that were not accepted only')
    .option('--from <time>', 'since this time: YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ', date)
    .option('--limit <count>', 'at most this many', wholeNumber(1, 10_000), 50)
    .action(
      action(async ({ operator, open }, clientId, { delivery: deliveryId, failed = false, from, limit }) => {
        const { db } = await open()
        const filter = { clientId, deliveryId, from, failedOnly: failed, limit }
        const rows = await listDeliveries(db, filter, operator)
        return listOutput(rows, 'No request was sent.', {
          AT: row => isoTime(row.at),
          'CLIENT ID': row => row.clientId,
          DELIVERY: row => row.deliveryId,
          TYPE: row => row.type,
          EVENTS: row => row.events,
          ATTEMPT: row => row.attempt,
          STATUS: row => row.status,
          MS: row => row.durationMs,
          CAUSE: row => row.cause,
        })
      }),
    )

  webhook
    .command('replay')
    .description(
      'Sends events to an app again: those of a time, one delivery, or those that failed for good.',
    )
    .argument(CLIENT_ID, CLIENT_ID_HELP)
    .option('--from <time>', 'events since this time: YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ', date)
    .option('--until <time>', 'with --from: events before this time (form events)', date)
    .option(
      '--delivery <id>',
      'a delivery of "kerf webhook deliveries"; form items: and the events after it',
      requiredText,
    )
    .option('--failed', 'events that failed for good (form events); with --from: of that time')
    .action(
      action(async ({ operator, open }, clientId, { from, until, delivery: deliveryId, failed = false }) => {
        if (deliveryId === undefined ? from === undefined && !failed : from !== undefined || failed)
          throw new UsageError('Give either --from, --failed or --delivery.')
        if (until && !from) throw new UsageError('--until needs --from.')
        const { db } = await open()
        const replay = { deliveryId, from, until, failedOnly: failed }
        const replayed = await replayWebhook(db, { clientId, replay, operator })
        return { json: replayed, text: `${replayed.events} events are sent again to ${clientId}.` }
      }),
    )
}

const renderSecret = ({ clientId, url, secret }: { clientId: string; url: string; secret: string }): string =>
  `client id  ${clientId}
url        ${url}
secret     ${secret}

The secret is shown only once.`
