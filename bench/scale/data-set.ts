/**
 * The data set of a large installation, written by SQL: what every account has after some years of use, and what expired since
 * the last run of each job. A row depends on the number of its account only, so that a smaller set grows to a larger one.
 *
 * The rows of one account are written in several statements, each over all accounts. Afterwards they lie in different pages,
 * as they do where accounts come back over years.
 */
import { hash } from 'node:crypto'
import pg from 'pg'
import { hashPassword } from '../../packages/server/src/identity/password/password-hash.ts'
import { encrypt } from '../../packages/server/src/platform/keys/encryption.ts'
import { sha256 } from '../../packages/server/src/platform/keys/secrets.ts'
import type { Installation } from '../harness/installation.ts'
import { SEED_PASSWORD } from '../harness/seed.ts'

/** Cookie of a browser that every account has logged in from. */
export const BROWSER_COOKIE = 'scale-browser'.padEnd(43, '0')
export const BROADCASTS = 400
/** Statements that are written at once. */
const WRITERS = 2

export const emailOf = (account: number): string => `maker${account}@bench.example`
/** Token of the account's remembered session. `sessionHash` is its SHA-256. */
export const tokenOf = (account: number): string => hash('sha256', `session ${account}`, 'base64url')

const base64url = (sql: string): string => `translate(rtrim(encode(${sql}, 'base64'), '='), '+/', '-_')`
const tokenSql = base64url(`sha256(convert_to('session ' || n, 'utf8'))`)
/** A random-looking, fixed number from 0 to 1 of an account and a purpose. */
const share = (purpose: string): string =>
  `(('x' || substr(md5('${purpose}' || n), 1, 7))::bit(28)::int / 268435456.0)`
const text = (kind: string): string =>
  `jsonb_build_object('en', jsonb_build_object('title', '${kind} ' || n % 97, 'body', repeat('Some words of it. ', 4 + (n % 9)::int)))`
const CATEGORY = `(array['device', 'system', 'app', 'activity'])[1 + (n % 4)::int]`
const AUDIT_EVENTS = `(array['login.password', 'login.password', 'login.social.google', 'verification.code_sent', 'account.profile', 'redemption.redeem', 'login.logout', 'training.finished'])[1 + ((n + k) % 8)::int]`

/** Columns and their values for each of `rows` rows of an account (`k` from 0), where `n` satisfies `only`. */
interface Source {
  readonly table: string
  readonly rows?: number
  readonly only?: string
  readonly columns: Readonly<Record<string, string>>
}

/** `new(n, uid)` holds the accounts that are added. $1: password hash, $2: hash of the browser cookie, $3: an encrypted code. */
const SOURCES: readonly Source[] = [
  {
    table: 'account',
    columns: {
      uid: 'uid',
      kind: `case when n % 100 = 0 then 'enterprise' else 'personal' end`,
      enterprise_id: `case when n % 100 = 0 then 'FIRM' || n end`,
      email: `'maker' || n || '@bench.example'`,
      email_verified_at: 'now()',
      nickname: `'Maker ' || n`,
      country: `(array['DE', 'US', 'CN', 'FR'])[1 + (n % 4)::int]`,
      password_hash: '$1::text',
      created_at: `now() - ${share('created')} * interval '1000 days'`,
    },
  },
  {
    table: 'sign_in_identifier',
    columns: { kind: `'email'`, value: `'maker' || n || '@bench.example'`, uid: 'uid' },
  },
  {
    table: 'sign_in_identifier',
    only: 'n % 10 = 0',
    columns: { kind: `'oauth:google'`, value: `'g' || n`, uid: 'uid' },
  },
  {
    table: 'social_link',
    only: 'n % 10 = 0',
    columns: { uid: 'uid', channel: `'google'`, name: `'Maker ' || n` },
  },
  {
    table: 'agreement',
    rows: 2,
    columns: { uid: 'uid', document: `(array['terms', 'privacy'])[k + 1]`, version: `'1'` },
  },
  {
    table: 'session',
    rows: 2,
    columns: {
      uid: 'uid',
      handle: `substr(md5('handle' || n || '.' || k), 1, 16)`,
      token_hash: `case when k = 0 then sha256(convert_to(${tokenSql}, 'utf8')) else sha256(convert_to('other ' || n, 'utf8')) end`,
      remember: 'k = 0',
      method: `'password'`,
      ip: `'192.0.2.1'::inet`,
      place: `'Germany'`,
      application: `'portal'`,
      platform: `'web'`,
      user_agent: `'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'`,
      device_hash: '$2::bytea',
      redeemed_by: `'{}'::text[]`,
      // One in a hundred of the others has expired since the nightly job.
      last_seen: `now() - case when k = 0 then ${share('seen')} * interval '100 days'
                               when n % 100 = 7 then interval '2 days' else ${share('seen')} * interval '6 hours' end`,
    },
  },
  {
    table: 'known_device',
    rows: 2,
    columns: {
      uid: 'uid',
      device_hash: `case when k = 0 then $2::bytea else sha256(convert_to('browser ' || n, 'utf8')) end`,
      // One in ten thousand has expired since the last run.
      last_seen: `now() - case when k = 1 and n % 10000 = 7 then interval '500 days' else ${share('seen')} * interval '300 days' end`,
    },
  },
  {
    table: 'sign_in_record',
    rows: 5,
    columns: {
      uid: 'uid',
      at: `now() - (k + ${share('signed')}) * interval '35 days'`,
      ip: `'192.0.2.1'::inet`,
      place: `'Germany'`,
      application: `'portal'`,
      platform: `'web'`,
      method: `'password'`,
      session: `substr(md5('handle' || n || '.' || k), 1, 16)`,
    },
  },
  {
    table: 'audit_event',
    rows: 10,
    columns: {
      at: `now() - (k + ${share('audited')}) * interval '36 days'`,
      event: AUDIT_EVENTS,
      outcome: `case when n % 20 = 0 then 'refused' else 'ok' end`,
      uid: 'uid',
      network: `'192.0.2.0/24'`,
      app: `'portal'`,
      request_id: `substr(md5('request' || n || '.' || k), 1, 20)`,
      detail: `jsonb_build_object('version', '1.11.19', 'platform', 'web', 'browser', substr(md5('b' || n), 1, 12))`,
    },
  },
  {
    table: 'account_message',
    rows: 3,
    columns: {
      uid: 'uid',
      handle: `substr(md5('message' || n || '.' || k), 1, 11)`,
      app: `'portal'`,
      category: CATEGORY,
      texts: text('Message'),
      starts_at: `date_trunc('milliseconds', now() - (k + ${share('sent')}) * interval '60 days')`,
      // One in ten thousand has ended so long ago that it is deleted.
      ends_at: `case when k = 2 and n % 10000 = 7 then now() - interval '31 days' when n % 4 = 0 then now() + interval '90 days' end`,
      read_at: `case when k > 0 then now() end`,
      sender: `'app_bench'`,
    },
  },
  {
    table: 'message_mark',
    only: 'n % 4 = 0',
    rows: 4,
    columns: {
      uid: 'uid',
      category: `(array['device', 'system', 'app', 'activity'])[k + 1]`,
      version: `${BROADCASTS / 2}`,
      at: `now() - interval '100 days'`,
    },
  },
  {
    table: 'broadcast_read',
    only: 'n % 4 = 1',
    rows: 5,
    columns: { uid: 'uid', broadcast: `${BROADCASTS} - k - (n % 100)::int` },
  },
  {
    table: 'message_muted',
    only: 'n % 10 = 3',
    columns: { uid: 'uid', app: `'portal'`, category: `'activity'` },
  },
  { table: 'account_app', rows: 2, columns: { uid: 'uid', app: `(array['portal', 'creative'])[k + 1]` } },
  { table: 'ticket_app', only: 'n % 10 = 5', columns: { uid: 'uid', client_id: `'app_bench'` } },
  {
    table: 'redemption',
    only: 'n % 2 = 0',
    columns: {
      uid: 'uid',
      benefit_id: `'ben_scale'`,
      code: '$3::bytea',
      at: `now() - ${share('redeemed')} * interval '500 days'`,
    },
  },
  {
    table: 'redemption_code',
    columns: {
      hash: `sha256(convert_to('code ' || n, 'utf8'))`,
      batch_id: `'batch_scale_' || n / 10000`,
      number: '(n % 10000)::int',
      redeemed_at: `case when n % 2 = 0 then now() - interval '9 days' end`,
    },
  },
  {
    table: 'benefit_event',
    only: 'n % 2 = 0',
    columns: {
      uid: 'uid',
      benefit_id: `'ben_scale'`,
      at: `now() - ${share('redeemed')} * interval '500 days'`,
      position: 'n',
    },
  },
  {
    table: 'lesson_done',
    only: 'n % 5 = 0',
    rows: 4,
    columns: {
      uid: 'uid',
      course: `'laser'`,
      lesson: `'lesson' || k`,
      version: `'1'`,
      watch: `substr(md5('w' || n || '.' || k), 1, 16)`,
    },
  },
  {
    table: 'certificate',
    only: 'n % 5 = 0',
    columns: {
      uid: 'uid',
      course: `'laser'`,
      cert_id: `substr(md5('c' || n), 1, 16)`,
      issued_at: `now() - ${share('issued')} * interval '500 days'`,
      number: `'KL-' || n`,
      bearer: `'Maker ' || n`,
      revoked_at: 'case when n % 5000 = 0 then now() end',
    },
  },
  // Unused for more than a day: the hourly job deletes one of ten thousand accounts' pictures.
  {
    table: 'headpic_file',
    only: 'n % 3 = 0 or n % 10000 = 7',
    columns: {
      uid: 'uid',
      name: `md5('picture' || n)`,
      unused_since: `case when n % 10000 = 7 then now() - interval '2 days' end`,
    },
  },
  {
    table: 'deleted_account',
    only: 'n % 100 = 1',
    columns: {
      uid: `md5('deleted' || n)::uuid`,
      at: `now() - ${share('gone')} * interval '900 days'`,
      login_hash: `sha256(convert_to('deleted ' || n, 'utf8'))`,
    },
  },
  {
    table: 'idempotent_call',
    only: 'n % 20 = 2',
    columns: {
      uid: 'uid',
      call: `'exchange.effect'`,
      key_hash: `sha256(convert_to('key ' || n, 'utf8'))`,
      request_hash: `sha256(convert_to('request ' || n, 'utf8'))`,
      answer: `'{"benefit": "Bench", "effectTime": 1, "expireTime": 0}'`,
      at: `now() - case when n % 1000 = 2 then interval '25 hours' else ${share('called')} * interval '23 hours' end`,
    },
  },
  {
    table: 'account_event',
    only: 'n % 10 = 5',
    columns: {
      uid: 'uid',
      client_id: `'app_bench'`,
      type: `'profile.changed'`,
      data: `jsonb_build_object('uid', uid)`,
      state: `'delivered'`,
      at: `now() - case when n % 1000 = 5 then interval '31 days' else ${share('event')} * interval '30 days' end`,
    },
  },
  {
    table: 'webhook_attempt',
    only: 'n % 10 = 5',
    columns: {
      client_id: `'app_bench'`,
      delivery_id: `'evt_' || md5('d' || n)`,
      type: `'profile.changed'`,
      events: '1',
      attempt: '1',
      status: '200',
      duration_ms: '40',
      cause: `''`,
      at: `now() - case when n % 1000 = 5 then interval '31 days' else ${share('event')} * interval '30 days' end`,
    },
  },
  {
    table: 'device',
    only: 'n % 5 = 0',
    columns: { sn: `'LW' || lpad(n::text, 21, '0')`, line: `'LW'`, key_version: '1' },
  },
  {
    table: 'unlock_counter',
    only: 'n % 5 = 0',
    columns: { sn: `sha256(convert_to('sn ' || n, 'utf8'))`, light_source: `'1200W'`, counter: '1' },
  },
  // Valid for hours. One in a hundred has expired since the last run.
  {
    table: 'rate_limit',
    only: 'n % 4 = 0',
    columns: {
      key: `'login.address:' || md5('limit' || n)`,
      points: '1',
      expire: `(extract(epoch from now()) * 1000)::bigint + case when n % 400 = 0 then -1000 else 36000000 end`,
    },
  },
  {
    table: 'verification',
    only: 'n % 100 = 3',
    columns: {
      nonce_hash: `sha256(convert_to('nonce ' || n, 'utf8'))`,
      receiver: `sha256(convert_to('receiver ' || n, 'utf8'))`,
      scene: `'login'`,
      uid: 'uid',
      expires_at: `now() + case when n % 1000 = 3 then interval '-2 hours' else interval '1 day' end`,
    },
  },
  {
    table: 'verification_gate',
    only: 'n % 100 = 3',
    columns: {
      receiver: `sha256(convert_to('receiver ' || n, 'utf8'))`,
      scene: `'login'`,
      nonce_hash: `sha256(convert_to('nonce ' || n, 'utf8'))`,
      sent_at: `now() - case when n % 1000 = 3 then interval '2 days' else interval '1 hour' end`,
    },
  },
  {
    table: 'one_time',
    only: 'n % 100 = 3',
    columns: {
      kind: `'challenge'`,
      hash: `sha256(convert_to('once ' || n, 'utf8'))`,
      expires_at: `now() + case when n % 1000 = 3 then interval '-1 hour' else interval '1 day' end`,
    },
  },
  {
    table: 'ticket',
    only: 'n % 100 = 3',
    columns: {
      hash: `sha256(convert_to('ticket ' || n, 'utf8'))`,
      uid: 'uid',
      purpose: `'handover'`,
      target: `'https://shop.example'`,
      session: `'none'`,
      expires_at: `now() + case when n % 1000 = 3 then interval '-2 hours' else interval '1 day' end`,
    },
  },
  {
    table: 'watch',
    only: 'n % 100 = 3',
    columns: {
      uid: 'uid',
      id: `'a_' || n`,
      course: `'laser'`,
      lesson: `'fire'`,
      version: `'1'`,
      duration: '60000',
      beat_at: `now() - case when n % 1000 = 3 then interval '2 days' else interval '1 hour' end`,
    },
  },
  {
    table: 'tracking_event',
    rows: 5,
    columns: {
      at: `now() - ${share('tracked')} * interval '20 hours'`,
      occurred_at: 'now()',
      event: `(array['$pageview', '$WebClick', 'login', 'getCode', 'register'])[k + 1]`,
      visitor: `substr(md5('visitor' || n), 1, 24)`,
      login: `md5('analytics' || n)::uuid`,
      properties: `jsonb_build_object('$url', 'https://passport.example/en/login', '$lib', 'js', '$screen_width', 1536, '$referrer', '', 'appCode', 'portal')`,
    },
  },
]

/** One statement for each of an account's rows. */
const statementsOf = ({ table, rows = 1, only = 'true', columns }: Source): string[] =>
  Array.from(
    { length: rows },
    (_, k) =>
      `insert into ${table} (${Object.keys(columns).join()})
       select ${Object.values(columns).join()} from (select n, uid, ${k} as k from scale_new) one where ${only}`,
  )

/**
 * Months from the past, which a new installation does not have: `table_YYYYMM` as `keep_months` creates them. The first
 * partition of an empty table gives way.
 */
const PAST_MONTHS = `
do $$ declare parent text; first text; month date;
begin
  foreach parent in array array['audit_event', 'sign_in_record'] loop
    for first in select inhrelid::regclass::text from pg_inherits
                  where inhparent = parent::regclass and inhrelid::regclass::text ~ '_before_' loop
      execute format('alter table %I detach partition %I', parent, first);
      execute format('drop table %I', first);
      for month in select m::date from generate_series(date_trunc('month', now()) - interval '14 months',
                          to_date(right(first, 6), 'YYYYMM') - interval '1 month', '1 month') m loop
        execute format('create table %I (like %I including defaults including constraints)', parent || to_char(month, '_YYYYMM'), parent);
        execute format('alter table %I add primary key (%s)', parent || to_char(month, '_YYYYMM'),
                       case when parent = 'audit_event' then 'id' else 'uid, id' end);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, parent || to_char(month, '_YYYYMM'),
                       month::text || ' 00:00+00', (month + interval '1 month')::date::text || ' 00:00+00');
      end loop;
    end loop;
  end loop;
end $$`

/** Rows of the operator, the same for any number of accounts. */
const OPERATOR_ROWS = [
  `insert into app (client_id, code, name, secret_hash, origins) values ('app_bench', 'portal', 'Bench', '', '{https://shop.example}') on conflict do nothing`,
  `insert into benefit (id, name_en, name_zh, days) values ('ben_scale', 'Bench', '台架', 0) on conflict do nothing`,
  `insert into broadcast (published, changed, audience, app, category, texts, starts_at, sender)
   select n, n, 'all', 'portal', ${CATEGORY}, ${text('Broadcast')}, date_trunc('milliseconds', now() - (${BROADCASTS} - n) * interval '12 hours'), 'bench'
     from generate_series(1, ${BROADCASTS}) n where not exists (select from broadcast)`,
  `update broadcast_version set version = greatest(version, ${BROADCASTS})`,
]

/** Connects as the owner, without a timeout. */
export async function connectOwner({ databaseUrl }: Pick<Installation, 'databaseUrl'>): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query("set synchronous_commit = off; set work_mem = '64MB'")
  return client
}

export async function countAccounts(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from account where email like 'maker%'",
  )
  return rows[0]?.n ?? 0
}

/** Adds the accounts from number `from + 1` to `to` with all that belongs to them. */
export async function growDataSet(
  installation: Pick<Installation, 'databaseUrl' | 'keys'>,
  from: number,
  to: number,
  say: (line: string) => void,
): Promise<void> {
  const client = await connectOwner(installation)
  try {
    if (from === 0) {
      await client.query(PAST_MONTHS)
      for (const row of OPERATOR_ROWS) await client.query(row)
    }
    await client.query('drop table if exists scale_new')
    // In the order of the keys: a page of an index is written once.
    await client.query(
      `create unlogged table scale_new as
       select n, md5('maker' || n)::uuid as uid from generate_series(${from + 1}::bigint, ${to}) n order by 2`,
    )
    await client.query(
      `insert into code_batch (id, benefit_id, origin, count, operator)
       select 'batch_scale_' || b, 'ben_scale', 'created', 10000, 'bench' from generate_series(0, ${Math.floor(to / 10_000)}) b
       on conflict do nothing`,
    )
    const values = [
      await hashPassword(SEED_PASSWORD),
      sha256(BROWSER_COOKIE),
      encrypt(installation.keys.redemption, 'ABCDEFGHJKMNPQRS', 'redemption'),
    ]
    const pending = SOURCES.flatMap(source => statementsOf(source).map(sql => ({ table: source.table, sql })))
    const total = pending.length
    const write = async (): Promise<void> => {
      const writer = await connectOwner(installation)
      try {
        for (let one = pending.shift(); one !== undefined; one = pending.shift()) {
          const used = values.map((value, index) => (one.sql.includes(`$${index + 1}::`) ? value : undefined))
          // Positions of the arguments that the statement uses.
          const positions = used.flatMap((value, index) => (value === undefined ? [] : [index + 1]))
          const sql = one.sql.replace(
            /\$(\d)(?=::)/g,
            (_, position) => `$${positions.indexOf(Number(position)) + 1}`,
          )
          await writer.query(
            sql,
            used.filter(value => value !== undefined),
          )
          if (pending.length % 10 === 0 && to >= 100_000)
            say(`${total - pending.length} of ${total} statements written`)
        }
      } finally {
        await writer.end()
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, write))
    await client.query('drop table scale_new')
    await client.query(
      `select setval('benefit_event_position', greatest(${to}, (select last_value from benefit_event_position)))`,
    )
  } finally {
    await client.end()
  }
}
