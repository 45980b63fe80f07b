/**
 * Tables of messaging. Ended broadcasts are deleted by `messaging/message/store/broadcast-store.ts`. Reads of deleted ones
 * are deleted by `messaging/message/read-mark-store.ts` when the account marks messages as read.
 */
import { DAY_SECONDS } from '@kerf/contract/limits'
import { ENDED_MESSAGE_DAYS, MESSAGE_DAYS } from './retention.ts'
import { by, ofAccount, reference, type TableRow } from './table-row.ts'

/** Time for which a repeated request of an app is answered like its first. */
const MESSAGE_REQUEST_SECONDS = DAY_SECONDS

export const MESSAGING_TABLES = {
  account_message: ofAccount({
    export: {
      columns: [
        'handle',
        'app',
        'category',
        'texts',
        'link',
        'picture',
        'starts_at',
        'ends_at',
        'read_at',
        'created_at',
      ],
      withheld: { sender: 'staff' },
      shown: ['starts_at', 'app', 'category', 'texts'],
      pageKey: 'handle',
    },
    expiry: {
      key: { uid: 'uuid', handle: 'text' },
      rules: [
        { since: 'ends_at', seconds: ENDED_MESSAGE_DAYS * DAY_SECONDS },
        { since: 'starts_at', seconds: MESSAGE_DAYS * DAY_SECONDS, unless: 'ends_at' },
      ],
    },
  }),
  announcement: { placement: reference, numbered: true, backup: 'rows', grants: { login: ['select'] } },
  broadcast: {
    placement: reference,
    numbered: true,
    backup: 'rows',
    // Servers of apps publish, and end what they have published. Nobody changes a text.
    grants: {
      login: ['select', 'insert', 'delete', 'update(ends_at)', 'update(revoked_at)', 'update(changed)'],
    },
  },
  broadcast_read: ofAccount({
    export: { columns: ['broadcast'] },
  }),
  broadcast_version: {
    placement: reference,
    backup: 'replaces rows',
    grants: { login: ['select', 'update(version)'] },
  },
  message_mark: ofAccount({
    export: { columns: ['category', 'version', 'at'] },
  }),
  message_muted: ofAccount({
    export: { columns: ['app', 'category'], shown: ['app', 'category'] },
  }),
  message_request: {
    placement: by('key_hash'),
    backup: { excluded: 'expires within a day' },
    expiry: {
      key: { client_id: 'text', key_hash: 'bytea' },
      rules: [{ since: 'created_at', seconds: MESSAGE_REQUEST_SECONDS }],
    },
  },
} satisfies Readonly<Record<string, TableRow>>
