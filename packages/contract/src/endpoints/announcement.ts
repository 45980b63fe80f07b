import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { CURSOR_RULE, pageFields } from '../fields.ts'
import { messageSchema } from './message.ts'

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/message/v1/announcement/list',
  access: 'anyone',
  base: 'other',
  summary: 'A page of the visible announcements, newest first.',
  input: v.strictObject(pageFields),
  valueRules: { cursor: CURSOR_RULE },
  output: v.object({
    items: v.array(v.omit(messageSchema, ['category', 'app', 'read'])),
    next: v.nullable(v.string()),
  }),
})
