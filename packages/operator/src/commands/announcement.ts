import {
  assertReasonOfMany,
  countAudience,
  listAnnouncements,
  prepareAnnouncement,
  publishAnnouncement,
  recallAnnouncement,
  revokeAnnouncement,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import {
  addContentOptions,
  addRecallCommand,
  addRevokeCommand,
  FROM,
  firstTitle,
  LIMIT,
  LIMIT_DEFAULT,
  mustHold,
  readContent,
  renderPeriod,
  renderPreview,
  stateNow,
} from '../input/message-content.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

export function addAnnouncementCommands({ program, action }: CommandRegistry): void {
  const announcement = program
    .command('announcement')
    .description('Publishes announcements that every visitor sees.')

  addContentOptions(
    announcement
      .command('publish')
      .description('Publishes an announcement for every visitor. It is shown after five minutes.')
      .option(...FROM),
  ).action(
    action(async (context, options) => {
      const { operator, open, confirm } = context
      const hold = mustHold(options, context)
      const order = { ...readContent(options), hold, operator }
      const { db, config } = await open()
      const { from: _, ...prepared } = await prepareAnnouncement(db, order, config)
      if (options.preview) {
        return { json: prepared, text: renderPreview(prepared) }
      }
      assertReasonOfMany('announcement publish')
      const people = await countAudience(db, { kind: 'all' })
      await confirm(
        `${renderPreview(prepared)}\nEvery visitor sees this, among them ${people} people with an account. Publish it?`,
      )
      const published = await publishAnnouncement(db, order, config)
      const recall = hold ? `\nUntil it starts: kerf announcement recall ${published.id}` : ''
      return {
        json: { ...published, people },
        text: `${renderPreview(published)}\n${published.id}, ${renderPeriod(published)}${recall}`,
      }
    }),
  )

  addRecallCommand(announcement, action, 'an announcement', recallAnnouncement)

  addRevokeCommand(announcement, action, 'an announcement', revokeAnnouncement)

  announcement
    .command('list')
    .description('Lists announcements, newest first.')
    .option(...LIMIT)
    .action(
      action(async ({ open }, { limit = LIMIT_DEFAULT }) => {
        const { db } = await open()
        const rows = await listAnnouncements(db, limit)
        return listOutput(rows, 'There are no announcements.', {
          ID: row => row.id,
          FROM: row => isoTime(row.from),
          UNTIL: row => isoTime(row.until),
          STATE: stateNow,
          TITLE: row => firstTitle(row.texts),
        })
      }),
    )
}
