import { showRequest } from '@kerf/server/operations/index'
import type { CommandRegistry } from '../../input/command-context.ts'

export function addRequestCommand({ program, action }: CommandRegistry): void {
  program
    .command('request')
    .description('Tells what became of a request whose id a visitor reads out.')
    .argument('<ID>', 'as the error message and the log line have it')
    .action(
      action(async ({ operator, open }, id) => {
        const { db } = await open()
        const shown = await showRequest(db, id, operator)
        const who = shown.events.find(({ uid }) => uid !== null)?.uid
        const lines = [...(who ? [`account ${who}`] : []), ...shown.outcome]
        return {
          json: shown,
          text:
            lines.join('\n') ||
            'No change, refusal or email: the log line of the request has its status and code.',
        }
      }),
    )
}
