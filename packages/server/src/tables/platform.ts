/** Tables of the platform, of outbound and of analytics. */
import { DAY_SECONDS, HOUR_SECONDS, YEAR_SECONDS } from '@kerf/contract/limits'
import { IDEMPOTENT_HOURS } from './retention.ts'
import { by, byAccount, coordinator, reference, type TableRow } from './table-row.ts'

/** Time for which `kerf webhook deliveries` shows an event and its attempts. */
const WEBHOOK_HISTORY_SECONDS = 30 * DAY_SECONDS
/** Time for which `kerf mail list` shows a mail. */
const MAIL_DELIVERY_SECONDS = 30 * DAY_SECONDS
/** Time after the last bounce for which an address gets no mail, unless an operator lifts that before. */
const MAIL_SUPPRESSION_SECONDS = YEAR_SECONDS

export const PLATFORM_TABLES = {
  account_event: {
    placement: byAccount,
    numbered: true,
    backup: 'rows',
    erasure: 'kept',
    export: {
      columns: [
        'id',
        'client_id',
        'event_id',
        'type',
        'data',
        'at',
        'state',
        'attempts',
        'next_try_at',
        'retry_until',
      ],
      shown: ['at', 'client_id', 'type'],
      pageKey: 'id',
    },
    expiry: {
      key: { uid: 'uuid', id: 'bigint' },
      rules: [{ since: 'at', seconds: WEBHOOK_HISTORY_SECONDS }],
    },
  },
  /** No `expiry`: whole months are dropped (AUDIT_DAYS, `platform/jobs/month-partitions-job.ts`). */
  audit_event: {
    placement: coordinator,
    backup: 'rows',
    erasure: 'kept',
    export: {
      columns: ['id', 'at', 'event', 'outcome', 'network', 'app', 'request_id', 'detail'],
      withheld: { operator: 'staff', operator_source: 'staff', operator_stated: 'staff' },
      shown: ['at', 'event', 'outcome', 'network', 'app'],
      pageKey: 'id',
    },
    grants: { serving: ['select', 'insert'] },
  },
  idempotent_call: {
    placement: byAccount,
    backup: { excluded: 'expires within a day' },
    erasure: 'deleted',
    export: { columns: ['call', 'answer', 'at'], withheld: { key_hash: 'secret', request_hash: 'secret' } },
    expiry: {
      key: { uid: 'uuid', call: 'text', key_hash: 'bytea' },
      rules: [{ since: 'at', seconds: IDEMPOTENT_HOURS * HOUR_SECONDS }],
    },
  },
  installation: {
    placement: reference,
    backup: { excluded: 'the restored database has its own' },
    grants: { login: ['select'] },
  },
  ip_ban: {
    placement: reference,
    backup: 'rows',
    expiry: { key: { network: 'cidr' }, rules: [{ since: 'until', seconds: 0 }] },
    grants: { login: ['select', 'delete'] },
  },
  job_worker: { placement: coordinator, backup: { excluded: 'the processes that run jobs at this moment' } },
  mail_delivery: {
    placement: coordinator,
    backup: { excluded: 'a log of mails that expires within a month' },
    expiry: { key: { id: 'uuid' }, rules: [{ since: 'at', seconds: MAIL_DELIVERY_SECONDS }] },
  },
  mail_suppression: {
    placement: coordinator,
    backup: 'rows',
    expiry: {
      key: { address_hash: 'bytea' },
      rules: [{ since: 'bounced_at', seconds: MAIL_SUPPRESSION_SECONDS }],
    },
  },
  migration: {
    placement: coordinator,
    backup: { excluded: 'the restored database has its own migrations' },
    grants: { serving: ['select'] },
  },
  rate_limit: {
    placement: by('key'),
    backup: { excluded: 'a restored deployment counts from zero' },
    expiry: { key: { key: 'text' }, rules: [{ since: 'expire', seconds: 0, unit: 'ms' }] },
  },
  tracking_event: {
    placement: coordinator,
    backup: { excluded: 'analytics events contain no names and are many times larger than the rest' },
  },
  webhook: {
    placement: reference,
    backup: 'rows',
    // How far it is delivered. Its address and its secrets are written by `kerf` and the console only.
    grants: {
      login: [
        ...(['select', 'update(claimed_until)', 'update(cursor)', 'update(failures)'] as const),
        ...(['update(next_try_at)', 'update(position)', 'update(told_at)'] as const),
      ],
    },
  },
  webhook_attempt: {
    placement: coordinator,
    backup: { excluded: 'a log of requests that expires within a month' },
    expiry: { key: { id: 'bigint' }, rules: [{ since: 'at', seconds: WEBHOOK_HISTORY_SECONDS }] },
  },
  wrapped_key: { placement: coordinator, backup: 'replaces rows', grants: { login: ['select', 'insert'] } },
} satisfies Readonly<Record<string, TableRow>>
