/** Tables of machines with owners, and of workshops. Rows of one machine are on one shard, and those of one workshop. */
import { DAY_SECONDS, HOUR_SECONDS, YEAR_SECONDS } from '@kerf/contract/limits'
import { REQUEST_BAR_DAYS } from '@kerf/contract/machines/machines'
import { by, byAccount, reference, type TableRow } from './table-row.ts'

const byMachine = by('machine')
const byWorkshop = by('workshop')
/** The record in the file store stays. */
const LOSS_SECONDS = YEAR_SECONDS
const CARD_CASE_SECONDS = 90 * DAY_SECONDS

export const MACHINES_TABLES = {
  line_demand: { placement: reference, backup: 'rows', grants: { login: ['select'] } },
  machine: { placement: by('id'), backup: 'rows' },
  machine_bar: {
    placement: byMachine,
    backup: 'rows',
    erasure: 'deleted',
    export: { columns: ['machine', 'at'] },
  },
  machine_card_case: {
    placement: byMachine,
    backup: 'rows',
    erasure: 'deleted',
    export: { columns: ['machine', 'at'] },
    expiry: { key: { machine: 'text' }, rules: [{ since: 'at', seconds: CARD_CASE_SECONDS }] },
  },
  machine_card_use: {
    placement: byMachine,
    backup: 'rows',
    erasure: 'deleted',
    export: { columns: ['machine', 'at', 'shown_at'], withheld: { card_hash: 'secret' } },
    expiry: { key: { machine: 'text' }, rules: [{ since: 'at', seconds: YEAR_SECONDS }] },
  },
  machine_claim_start: {
    placement: by('hash'),
    backup: { excluded: 'a claim in progress', endsWithSessions: true },
    expiry: { key: { hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: 0 }] },
  },
  machine_invitation: {
    placement: byMachine,
    backup: 'rows',
    expiry: { key: { machine: 'text', id: 'text' }, rules: [{ since: 'expires_at', seconds: DAY_SECONDS }] },
  },
  machine_loss: {
    placement: byMachine,
    backup: 'rows',
    // The record in the file store outlives the account too.
    erasure: 'kept',
    export: { columns: ['machine', 'id', 'member', 'ownership', 'rights', 'at'] },
    expiry: { key: { machine: 'text', id: 'text' }, rules: [{ since: 'at', seconds: LOSS_SECONDS }] },
  },
  machine_of_account: {
    placement: byAccount,
    backup: 'rows',
    erasure: 'deleted',
    export: { columns: ['machine'] },
  },
  machine_pairing: {
    placement: by('hash'),
    backup: { excluded: 'a login at a machine in progress', endsWithSessions: true },
    // The page of the person reads the outcome for some time.
    expiry: { key: { hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: HOUR_SECONDS }] },
  },
  machine_removed_member: {
    placement: byMachine,
    backup: 'rows',
    expiry: { key: { machine: 'text', member: 'integer' }, rules: [{ since: 'ends_at', seconds: 0 }] },
  },
  machine_register: { placement: by('hash'), backup: 'rows' },
  machine_request: {
    placement: byMachine,
    backup: 'rows',
    erasure: 'deleted',
    export: {
      columns: ['machine', 'ownership', 'created_at', 'denied_at', 'second_code_at'],
      withheld: { reset_number: 'secret', mails: 'temporary' },
    },
    expiry: {
      key: { machine: 'text' },
      rules: [{ since: 'denied_at', seconds: REQUEST_BAR_DAYS * DAY_SECONDS }],
    },
  },
  machine_role: {
    placement: byMachine,
    backup: 'rows',
    erasure: 'deleted',
    export: {
      columns: [
        'machine',
        'member',
        'handle',
        'role',
        'ownership',
        'ends_at',
        'waiting',
        'invitation',
        'created_at',
        'pass_until',
        'session',
      ],
    },
  },
  workshop: { placement: by('id'), backup: 'rows' },
  // A restoration ends them, as it does invitations: one may have been stopped since.
  workshop_act: { placement: byWorkshop, backup: 'rows' },
  workshop_bar: {
    placement: byWorkshop,
    backup: 'rows',
    erasure: 'deleted',
    export: { columns: ['workshop', 'at'] },
  },
  workshop_join_code: {
    placement: by('hash'),
    backup: 'rows',
    expiry: { key: { hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: 0 }] },
  },
  workshop_machine: { placement: byWorkshop, backup: 'rows' },
  workshop_member: {
    placement: byWorkshop,
    backup: 'rows',
    erasure: 'deleted',
    export: { columns: ['workshop', 'member', 'handle', 'role', 'waiting', 'created_at'] },
  },
  workshop_of_account: {
    placement: byAccount,
    backup: 'rows',
    erasure: 'deleted',
    export: { columns: ['workshop'] },
  },
} satisfies Readonly<Record<string, TableRow>>
