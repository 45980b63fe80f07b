/** Tables of identity. `account` is the first: the others get the same shards. */
import { BROWSER_COOKIE_DAYS, DAY_SECONDS, HOUR_SECONDS, REMOVAL_READY_SECONDS } from '@kerf/contract/limits'
import { SIGN_IN_RECORD_DAYS } from './retention.ts'
import { by, byAccount, ofAccount, reference, type TableRow } from './table-row.ts'

/** Far longer than a nonce lives: the row names the newest nonce, and without it no code of the receiver is accepted. */
const SENT_CODE_SECONDS = DAY_SECONDS
/** As long as the link of an email about an account counts. */
const FORMER_EMAIL_SECONDS = 30 * DAY_SECONDS
/** An app that comes back later learns that it has no access, and not why. */
const ENDED_GRANT_SECONDS = 90 * DAY_SECONDS

/** An expired code is answered with "expired" instead of "unknown" for an hour; an OpenID code that is used twice ends its grant. */
export const IDENTITY_TABLES = {
  account: ofAccount({
    export: {
      columns: [
        'uid',
        'kind',
        'status',
        'email',
        'email_verified_at',
        'enterprise_id',
        'user_name',
        'nickname',
        'headpic',
        'gender',
        'birthday',
        'country',
        'region',
        'introduction',
        'lang',
        'default_password',
        'default_first_used_at',
        'default_postponed',
        'default_postponed_at',
        'default_set_at',
        'analytics_id',
        'created_at',
        'banned_until',
        'list_changed_at',
        'second_factor',
        'second_factor_demanded',
        'updated_at',
      ],
      withheld: { password_hash: 'secret', ban_reason: 'staff' },
      shown: [
        'email',
        'nickname',
        'user_name',
        'gender',
        'birthday',
        'country',
        'region',
        'introduction',
        'lang',
        'created_at',
        'uid',
        'analytics_id',
      ],
    },
  }),
  account_app: ofAccount({
    export: { columns: ['app', 'since'], shown: ['app', 'since'] },
  }),
  account_merge: {
    placement: byAccount,
    backup: 'rows',
    erasure: 'deleted',
    export: 'temporary',
    grants: { login: ['select', 'delete', 'update(step)'] },
  },
  agreement: ofAccount({
    export: { columns: ['document', 'version', 'at'], shown: ['document', 'version', 'at'] },
  }),
  app: { placement: reference, backup: 'rows', grants: { login: ['select'] } },
  app_logo: { placement: reference, backup: 'rows', grants: { login: ['select'] } },
  deleted_account: {
    placement: byAccount,
    backup: 'rows',
    erasure: 'kept',
    export: 'erased',
    grants: { serving: ['select', 'insert'] },
  },
  factor_recovery: ofAccount({
    export: { columns: ['requested_at', 'ready_at', 'mails'] },
    expiry: { key: { uid: 'uuid' }, rules: [{ since: 'ready_at', seconds: REMOVAL_READY_SECONDS }] },
  }),
  former_email: ofAccount({
    export: {
      columns: ['email', 'canonical', 'had_since', 'left_at'],
      shown: ['email', 'left_at'],
    },
    expiry: {
      key: { uid: 'uuid', left_at: 'timestamptz' },
      rules: [{ since: 'left_at', seconds: FORMER_EMAIL_SECONDS }],
    },
  }),
  mailbox_change: ofAccount({
    grants: { login: ['select', 'delete', 'update(confirmed_at)'] },
    export: {
      columns: [
        'id',
        'email',
        'canonical',
        'former',
        'stoppable',
        'requested_at',
        'ready_at',
        'expires_at',
        'confirmed_at',
      ],
      withheld: { operator: 'staff', case_number: 'staff' },
      shown: ['email', 'requested_at', 'ready_at'],
    },
    expiry: { key: { uid: 'uuid' }, rules: [{ since: 'expires_at', seconds: 0 }] },
  }),
  headpic_file: ofAccount({
    export: { columns: ['name', 'created_at', 'unused_since'], shown: ['name', 'created_at'] },
  }),
  known_device: ofAccount({
    export: {
      columns: ['first_seen', 'last_seen', 'second_step_until'],
      withheld: { device_hash: 'secret' },
      shown: ['first_seen', 'last_seen'],
    },
    expiry: {
      key: { uid: 'uuid', device_hash: 'bytea' },
      rules: [{ since: 'last_seen', seconds: BROWSER_COOKIE_DAYS * DAY_SECONDS }],
    },
  }),
  oauth_flow: {
    placement: by('hash'),
    backup: { excluded: 'a social login in progress', endsWithSessions: true },
    erasure: 'deleted',
    export: 'temporary',
    expiry: { key: { hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: HOUR_SECONDS }] },
  },
  oauth_request: {
    placement: by('state_hash'),
    backup: { excluded: 'a social login in progress', endsWithSessions: true },
    erasure: 'deleted',
    export: 'temporary',
    expiry: { key: { state_hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: HOUR_SECONDS }] },
  },
  one_time: {
    placement: by('hash'),
    backup: { excluded: 'tickets and links expire within minutes', endsWithSessions: true },
    expiry: { key: { hash: 'bytea', kind: 'text' }, rules: [{ since: 'expires_at', seconds: 0 }] },
  },
  openid_consent: ofAccount({
    export: {
      columns: ['client_id', 'scopes', 'granted_at', 'details', 'details_version'],
      shown: ['client_id', 'scopes', 'granted_at'],
    },
  }),
  openid_ended_grant: {
    placement: byAccount,
    backup: { excluded: 'after a restore everybody logs in again' },
    erasure: 'deleted',
    export: {
      columns: ['id', 'client_id', 'reason', 'ended_at'],
      shown: ['client_id', 'reason', 'ended_at'],
    },
    expiry: {
      key: { uid: 'uuid', id: 'text' },
      rules: [{ since: 'ended_at', seconds: ENDED_GRANT_SECONDS }],
    },
  },
  openid_flow: {
    placement: by('hash'),
    backup: { excluded: 'a login of an app in progress', endsWithSessions: true },
    expiry: { key: { hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: 0 }] },
  },
  openid_grant: {
    placement: byAccount,
    backup: {
      excluded: 'withdrawn access must not come back: everybody logs in again',
      endsWithSessions: true,
    },
    erasure: 'deleted',
    export: {
      columns: ['id', 'client_id', 'session', 'scopes', 'resources', 'offline', 'created_at', 'expires_at'],
      shown: ['client_id', 'scopes', 'created_at'],
    },
    expiry: { key: { uid: 'uuid', id: 'text' }, rules: [{ since: 'expires_at', seconds: 0 }] },
  },
  openid_key: { placement: reference, backup: 'rows', grants: { login: ['select', 'insert'] } },
  openid_token: {
    placement: byAccount,
    backup: {
      excluded: 'withdrawn access must not come back: everybody logs in again',
      endsWithSessions: true,
    },
    erasure: 'deleted',
    export: 'secret',
    expiry: { key: { uid: 'uuid', hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: HOUR_SECONDS }] },
  },
  passkey: ofAccount({
    export: {
      columns: [
        'name',
        'aaguid',
        'transports',
        'sign_count',
        'backup_eligible',
        'backed_up',
        'created_at',
        'last_used_at',
        'place',
        'application',
        'suspended_at',
      ],
      withheld: { credential_id: 'secret', public_key: 'secret' },
      shown: ['name', 'created_at', 'last_used_at', 'application', 'place'],
    },
  }),
  recovery_code: ofAccount({
    export: { columns: ['created_at', 'used_at'], withheld: { hash: 'secret' } },
  }),
  second_email: ofAccount({
    export: {
      columns: ['email', 'canonical', 'added_at', 'counts_from', 'counts_until'],
      shown: ['email', 'counts_from', 'counts_until'],
    },
    expiry: {
      key: { uid: 'uuid', counts_from: 'timestamptz' },
      rules: [{ since: 'counts_until', seconds: DAY_SECONDS }],
    },
  }),
  session: {
    placement: byAccount,
    backup: { excluded: 'ended sessions must not come back: everybody logs in again' },
    erasure: 'deleted',
    export: {
      columns: [
        'handle',
        'remember',
        'method',
        'ip',
        'place',
        'application',
        'platform',
        'user_agent',
        'first_login',
        'last_seen',
        'ends_at',
        'recognized',
        'proved_at',
        'acr',
        'amr',
        'root',
        'redeemed_by',
      ],
      withheld: { token_hash: 'secret', device_hash: 'secret', companion_hash: 'secret' },
      shown: ['application', 'platform', 'place', 'ip', 'method', 'first_login', 'last_seen'],
    },
  },
  session_route: {
    placement: by('token_hash'),
    backup: { excluded: 'the tokens of these sessions', endsWithSessions: true },
    erasure: 'deleted',
    export: 'secret',
  },
  session_token_form: {
    placement: reference,
    backup: { excluded: 'the restored database has its own' },
    grants: { login: ['select'] },
  },
  login_allowance: {
    placement: byAccount,
    backup: { excluded: 'a login in progress', endsWithSessions: true },
    erasure: 'deleted',
    export: 'temporary',
    expiry: { key: { uid: 'uuid', network_hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: 0 }] },
  },
  sign_in_flow: {
    placement: by('hash'),
    backup: { excluded: 'a login that waits for its second step', endsWithSessions: true },
    erasure: 'deleted',
    export: 'temporary',
    expiry: { key: { hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: HOUR_SECONDS }] },
  },
  sign_in_identifier: {
    placement: by('value'),
    backup: 'rows',
    erasure: 'deleted',
    export: { columns: ['kind', 'value', 'created_at'], shown: ['kind', 'value', 'created_at'] },
  },
  sign_in_record: ofAccount({
    numbered: true,
    export: {
      columns: ['id', 'at', 'ip', 'place', 'application', 'platform', 'method', 'session', 'reported'],
      shown: ['at', 'application', 'platform', 'place', 'ip', 'method'],
      pageKey: 'id',
    },
    expiry: {
      key: { uid: 'uuid', id: 'bigint' },
      rules: [{ since: 'at', seconds: SIGN_IN_RECORD_DAYS * DAY_SECONDS }],
    },
  }),
  social_link: ofAccount({
    export: { columns: ['channel', 'name', 'bound_at'], shown: ['channel', 'name', 'bound_at'] },
  }),
  ticket: {
    placement: by('hash'),
    backup: { excluded: 'expires within minutes', endsWithSessions: true },
    erasure: 'deleted',
    export: 'temporary',
    expiry: { key: { hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: HOUR_SECONDS }] },
  },
  ticket_app: ofAccount({
    export: { columns: ['client_id', 'since'], shown: ['client_id', 'since'] },
  }),
  totp_factor: ofAccount({
    export: {
      columns: ['confirmed_at', 'protected_since', 'last_used_at', 'pending_at'],
      withheld: { secret: 'secret', pending_secret: 'secret', last_step: 'secret' },
    },
  }),
  verification: {
    placement: by('nonce_hash'),
    backup: { excluded: 'codes expire within minutes', endsWithSessions: true },
    erasure: 'deleted',
    export: 'temporary',
    expiry: { key: { nonce_hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: HOUR_SECONDS }] },
  },
  verification_gate: {
    placement: by('receiver'),
    backup: { excluded: 'codes expire within minutes' },
    expiry: {
      key: { receiver: 'bytea', scene: 'text', requester: 'bytea' },
      rules: [{ since: 'sent_at', seconds: SENT_CODE_SECONDS }],
    },
  },
} satisfies Readonly<Record<string, TableRow>>
