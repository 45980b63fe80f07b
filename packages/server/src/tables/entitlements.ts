/** Tables of entitlements. */
import { DAY_SECONDS, HOUR_SECONDS } from '@kerf/contract/limits'
import { by, byAccount, coordinator, ofAccount, reference, type TableRow } from './table-row.ts'

export const ENTITLEMENTS_TABLES = {
  account_machine: ofAccount({
    export: {
      columns: ['sn_end', 'light_source', 'handle', 'first_request', 'last_request'],
      withheld: { machine_hash: 'secret' },
      shown: ['sn_end', 'light_source', 'first_request', 'last_request'],
    },
  }),
  benefit: { placement: reference, backup: 'rows', grants: { login: ['select'] } },
  benefit_event: ofAccount({
    numbered: true,
    export: { columns: ['id', 'benefit_id', 'at', 'expires_at', 'position', 'withdrawn'], pageKey: 'id' },
  }),
  benefit_feed: {
    placement: reference,
    backup: 'replaces rows',
    grants: {
      login: ['select', 'update(only_row)', 'update(sealed)', 'update(published)', 'update(single_until)'],
    },
  },
  certificate: ofAccount({
    export: {
      columns: [
        'course',
        'cert_id',
        'finished_at',
        'issued_at',
        'number',
        'bearer',
        'revoked_at',
        'renewed_at',
        'reminded_at',
      ],
      shown: ['course', 'number', 'bearer', 'issued_at', 'renewed_at'],
    },
  }),
  code_batch: { placement: reference, backup: 'rows', grants: { login: ['select'] } },
  credential_key: { placement: reference, backup: 'rows' },
  device: { placement: coordinator, backup: 'rows', grants: { login: ['select'] } },
  lesson_done: ofAccount({
    export: {
      columns: ['course', 'lesson', 'version', 'watch', 'finished_at', 'watched_at'],
      shown: ['course', 'lesson', 'finished_at', 'watched_at'],
    },
  }),
  line_key: { placement: coordinator, backup: 'rows', grants: { login: ['select', 'insert'] } },
  redemption: ofAccount({
    numbered: true,
    export: {
      columns: ['id', 'benefit_id', 'at', 'expires_at', 'reminded_at'],
      withheld: { code: 'secret' },
      shown: ['benefit_id', 'at', 'expires_at'],
      pageKey: 'id',
    },
  }),
  redemption_code: {
    placement: by('hash'),
    backup: 'rows',
    grants: { login: ['select', 'update(redeemed_at)'] },
  },
  revoked_number: { placement: reference, backup: 'rows' },
  unlock_asked: {
    placement: by('who'),
    backup: { excluded: 'a request in progress' },
    expiry: {
      key: { who: 'bytea', kind: 'text', sn: 'bytea' },
      rules: [{ since: 'expires_at', seconds: 0 }],
    },
  },
  unlock_counter: { placement: by('sn'), backup: 'rows' },
  unlock_issue: {
    placement: by('request'),
    backup: { excluded: 'a request in progress' },
    expiry: { key: { request: 'bytea' }, rules: [{ since: 'expires_at', seconds: 0 }] },
  },
  visitor_watch: {
    placement: by('hash'),
    backup: { excluded: 'a watch session in progress' },
    expiry: { key: { hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: HOUR_SECONDS }] },
  },
  watch: {
    placement: byAccount,
    backup: { excluded: 'a watch session in progress' },
    erasure: 'deleted',
    export: {
      columns: ['id', 'course', 'lesson', 'version', 'duration', 'furthest', 'bank', 'started_at', 'beat_at'],
      shown: ['course', 'lesson', 'started_at'],
    },
    expiry: { key: { uid: 'uuid' }, rules: [{ since: 'beat_at', seconds: DAY_SECONDS }] },
  },
} satisfies Readonly<Record<string, TableRow>>
