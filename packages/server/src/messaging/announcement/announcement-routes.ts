import { listAnnouncements as endpoint } from '@kerf/contract/endpoints/announcement'
import type { AddRoute } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { PictureRule } from '../message/content/picture-rule.ts'
import { listAnnouncements } from './list-announcements.ts'

export function announcementRoutes(add: AddRoute, db: Queryable, pictures: PictureRule): void {
  add(endpoint, (input, { caller }) => listAnnouncements(db, pictures, input, caller.lang))
}
