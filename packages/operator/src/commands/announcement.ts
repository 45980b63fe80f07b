import {
  listAnnouncements,
  prepareAnnouncement,
  publishAnnouncement,
  revokeAnnouncement,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { isoTime } from '../output/iso-time.ts'
import { table } from '../output/table.ts'
import {
  addContentOptions,
  addRevokeCommand,
  FROM,
  firstTitle,
  LIMIT,
  LIMIT_DEFAULT,
  readContent,
  renderPeriod,
  renderPreview,
  stateNow,
} from './message-content.ts'

export function addAnnouncementCommands({ program, action }: CommandRegistry): void {
  const announcement = program
    .command('announcement')
    .description('Publishes announcements that every visitor sees.')

  addContentOptions(
    announcement
      .command('publish')
      .description('Publishes an announcement for every visitor.')
      .option(...FROM),
  ).action(
    action(async ({ operator, open }, options) => {
      const order = { ...readContent(options), operator }
      const { db, config } = await open()
      if (options.preview) {
        const prepared = await prepareAnnouncement(db, order, config)
        return { json: prepared, text: renderPreview(prepared) }
      }
      const published = await publishAnnouncement(db, order, config)
      return {
        json: published,
        text: `${renderPreview(published)}\n${published.id}, ${renderPeriod(published)}`,
      }
    }),
  )

  addRevokeCommand(announcement, action, 'an announcement', revokeAnnouncement)

  announcement
    .command('list')
    .description('Lists announcements, newest first.')
    .option(...LIMIT)
    .action(
      action(async ({ open }, { limit = LIMIT_DEFAULT }) => {
        const { db } = await open()
        const rows = await listAnnouncements(db, limit)
        return {
          json: rows,
          text: table(
            rows,
            {
              ID: row => row.id,
              FROM: row => isoTime(row.from),
              UNTIL: row => isoTime(row.until),
              STATE: stateNow,
              TITLE: row => firstTitle(row.texts),
            },
            'There are no announcements.',
          ),
        }
      }),
    )
}
