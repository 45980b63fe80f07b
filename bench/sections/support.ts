/** The search of operators, as `kerf find` and the console call it, in one million accounts: by a typo, a start, any key, and page by page. */
import { hash } from 'node:crypto'
import { hashRedemptionCode } from '../../packages/server/src/entitlements/redemption/hash-code.ts'
import { explain } from '../../packages/server/src/operations/explain/explain.ts'
import { type Found, find } from '../../packages/server/src/operations/find/find.ts'
import { encrypt } from '../../packages/server/src/platform/keys/encryption.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost, type Figure } from '../harness/figures.ts'
import type { Installation } from '../harness/installation.ts'
import { vacuumDatabase } from '../harness/vacuum.ts'

const ACCOUNTS = 1_000_000
/** Accounts of one statement, so that none takes long. */
const GROWTH_BATCH = 50_000
const SEARCHES = 300
const PAGE = 20
let searches = 0
/** Accounts with a redeemed code, which are encrypted one by one. */
const REDEEMERS = 2_000

const GIVEN =
  'james mary robert patricia john jennifer michael linda david elizabeth william barbara richard susan joseph jessica thomas karen charles sarah wei fang min jing lei hans peter anna sofia lukas emma mia noah liam olivia ava lucas ethan chloe hugo julia marta ivan olga yuki haruto sakura ahmed fatima omar'
const FAMILY =
  'smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson thomas taylor moore jackson martin lee perez thompson white harris wang li zhang liu chen mueller schmidt schneider fischer weber meyer wagner becker schulz hoffmann ivanov petrov sato suzuki takahashi khan ali singh kumar sharma'
const DOMAINS =
  'gmail.com gmail.com gmail.com gmail.com outlook.com qq.com 163.com icloud.com yahoo.com gmx.de'
const given = `(string_to_array('${GIVEN}', ' '))[1 + h % 50]`
const family = `(string_to_array('${FAMILY}', ' '))[1 + (h / 50) % 50]`
const domain = `(string_to_array('${DOMAINS}', ' '))[1 + h % 10]`
/** Names of a few hundred spellings with numbers, and a fifth that differs in its number only, as of a company's scheme. */
const ADDRESS = `case n % 5 when 0 then ${given} || '.' || ${family} || n % 9000 when 1 then ${given} || ${family} || n % 700
  when 2 then left(${given}, 1) || ${family} || n / 5 when 3 then 'maker' || n else ${given} || '_' || 1950 + h % 60 || n % 1000 end || '@' || ${domain}`

const uidOf = (account: number): string =>
  hash('md5', `support ${account}`).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
const UID = `md5('support ' || n)::uuid`
/** $1, $2: the first and the last account that is added. */
const NEW = `(select n, ('x' || substr(md5('h' || n), 1, 7))::bit(28)::int as h from generate_series($1::int, $2::int) n) t`
const ROWS = [
  `insert into account (uid, kind, email, email_verified_at, nickname, country)
   select ${UID}, 'personal', ${ADDRESS}, now(), ${given} || ' ' || ${family}, 'DE' from ${NEW}`,
  `insert into session (uid, handle, token_hash, remember, method)
   select ${UID}, substr(md5('handle' || n), 1, 16), sha256(convert_to('support ' || n, 'utf8')), true, 'password' from ${NEW}`,
  // In the order of time, over a hundred days.
  `insert into audit_event (at, event, outcome, uid, request_id)
   select now() - (1 - n / 1e6) * interval '100 days' - k * interval '1 second', 'login.password', 'refused', ${UID}, 'req' || substr(md5('request' || n || '.' || k), 1, 9) || '-' || k from ${NEW}, generate_series(1, 3) k`,
  `insert into certificate (uid, course, cert_id, issued_at, number, bearer)
   select ${UID}, 'laser', 'c' || n, now(), 'KL-' || regexp_replace(translate(upper(substr(md5('number' || n), 1, 16)), '01', 'XY'), '(.{4})(?!$)', '\\1-', 'g'), 'Ada'
     from ${NEW} where n % 10 = 0`,
  `insert into rate_limit (key, points, expire)
   select 'fail-short:' || ${UID}, 3, (extract(epoch from now()) * 1000)::bigint + 86400000 from ${NEW} where n % 3 = 0`,
  `insert into account_machine (uid, machine_hash, sn_end, light_source, handle)
   select ${UID}, sha256(convert_to('machine ' || n, 'utf8')), '1234', '800W', 'm' || n from ${NEW} where n % 10 = 0`,
]

async function grow({ db, adminUrl }: Installation, accounts: number): Promise<void> {
  for (let first = 1; first <= accounts; first += GROWTH_BATCH)
    await db.transaction(async tx => {
      await tx.query({ text: "set local statement_timeout = '300s'" })
      for (const text of ROWS)
        await tx.query({ text, values: [first, Math.min(first + GROWTH_BATCH - 1, accounts)] })
    })
  await vacuumDatabase(adminUrl)
}

const codeOf = (number: number): string => `S${String(number).padStart(15, '0')}`

async function redeem({ db, keys }: Installation): Promise<void> {
  await db.query({
    text: `insert into benefit (id, name_en, name_zh, days) values ('support', 'Pro', '专业版', 365)`,
  })
  await db.query({
    text: `insert into code_batch (id, benefit_id, origin, count, operator) values ('support', 'support', 'created', ${REDEEMERS}, 'bench')`,
  })
  const numbers = Array.from({ length: REDEEMERS }, (_, index) => index + 1)
  await db.query({
    text: `with r as (insert into redemption (uid, benefit_id, code, at)
             select uid, 'support', code, date_trunc('milliseconds', now() - n * interval '1 minute') from unnest($1::uuid[], $2::bytea[]) with ordinality t(uid, code, n))
           insert into redemption_code (hash, batch_id, number, redeemed_at)
           select hash, 'support', n, date_trunc('milliseconds', now() - n * interval '1 minute') from unnest($3::bytea[]) with ordinality t(hash, n)`,
    values: [
      numbers.map(number => uidOf(number * 7)),
      numbers.map(number => encrypt(keys.redemption, codeOf(number), 'redemption')),
      numbers.map(number => hashRedemptionCode(keys.redemption, codeOf(number))),
    ],
  })
}

/** The letter in the middle is left out, doubled, replaced, or exchanged with the next one. */
function withTypo(address: string, kind: number): string {
  const [local = '', ...rest] = address.split('@')
  const at = Math.floor(local.length / 2)
  const [before, letter = '', after] = [local.slice(0, at), local[at], local.slice(at + 1)]
  const typed = [
    before + after,
    before + letter + letter + after,
    `${before}${letter === 'q' ? 'w' : 'q'}${after}`,
    before + after.slice(0, 1) + letter + after.slice(1),
  ][kind % 4]
  return [typed, ...rest].join('@')
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

export const section: Section = {
  title: 'Searches of operators',
  async run({ installation, scale }: Context): Promise<Figure[]> {
    const installed = await installation()
    const { db, env } = installed
    const accounts = Math.round(ACCOUNTS * scale)
    await grow(installed, accounts)
    await redeem(installed)
    const { readConfig } = await import('../../packages/server/src/platform/config/config.ts')
    const target = { db, config: readConfig(env, process.cwd()) }
    const picked = Array.from(
      { length: SEARCHES },
      (_, index) => 1 + Math.floor((index * (accounts - 1)) / SEARCHES),
    )
    const addresses = (
      await db.query<{ email: string }>({
        text: 'select a.email from unnest($1::uuid[]) with ordinality t(uid, n) join account a using (uid) order by n',
        values: [picked.map(uidOf)],
      })
    ).rows.map(({ email }) => email)

    /** Each search is another operator's: one may search a hundred times an hour. */
    const measure = async (
      queries: readonly { readonly query: string; readonly after?: string }[],
    ): Promise<{ times: number[]; found: Found[] }> => {
      const times: number[] = []
      const found: Found[] = []
      for (const [index, input] of queries.entries()) {
        const startedAt = performance.now()
        const result = await find(target, { ...input, limit: PAGE }, `bench ${++searches}`)
        if (index >= 3) times.push(performance.now() - startedAt)
        found.push(result)
      }
      return { times, found }
    }
    const figures: Figure[] = []
    const add = (name: string, times: readonly number[], limit: number | undefined, note = '') =>
      figures.push({
        name: `${name}, p95`,
        value: percentile(times, 0.95),
        unit: 'ms',
        ...(limit !== undefined && { limit: atMost(limit) }),
        note: `p50 ${percentile(times, 0.5).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(0)} ms${note}`,
      })

    const typos = await measure(addresses.map((address, index) => ({ query: withTypo(address, index) })))
    const right = typos.found.filter(({ hits }, index) =>
      hits.some(({ key }) => key === uidOf(picked[index] ?? 0)),
    )
    add(
      'address with a typo',
      typos.times,
      300,
      `; found ${right.length} of ${picked.length} on the first page`,
    )
    const locals = await measure(
      addresses.map((address, index) => ({ query: withTypo(address.split('@')[0] ?? '', index) })),
    )
    add('part before the @ with a typo', locals.times, 300)
    const starts = await measure(
      addresses.map((address, index) => ({ query: address.slice(0, 3 + (index % 8)) })),
    )
    add('start of an address, 3 to 10 characters', starts.times, 300)

    const tenth = picked.map(account => Math.max(10, account - (account % 10)))
    const keys: Readonly<Record<string, (index: number) => string>> = {
      address: index => addresses[index] ?? '',
      uid: index => uidOf(picked[index] ?? 0),
      session: index => hash('md5', `handle${picked[index]}`).slice(0, 16),
      request: index => `req${hash('md5', `request${picked[index]}.2`).slice(0, 9)}-2`,
      certificate: index =>
        `KL${hash('md5', `number${tenth[index]}`).slice(0, 16).toUpperCase().replaceAll('0', 'X').replaceAll('1', 'Y')}`,
      'redemption code': index => codeOf(1 + (index % REDEEMERS)),
    }
    for (const [name, keyOf] of Object.entries(keys)) {
      const { times, found } = await measure(picked.map((_, index) => ({ query: keyOf(index) })))
      const people = found.filter(({ hits }) => hits.some(({ account }) => account !== null))
      add(`${name} to person`, times, 100, `; found ${people.length} of ${found.length}`)
    }

    const pageTimes: number[] = []
    for (const account of picked) {
      const startedAt = performance.now()
      await explain(target, { who: uidOf(account) }, `bench ${++searches}`)
      pageTimes.push(performance.now() - startedAt)
    }
    add('every fact about a person', pageTimes.slice(3), 100)

    const pageOne = await measure(Array.from({ length: 90 }, () => ({ query: 'maker' })))
    const { rows } = await db.query<{ uid: string }>({
      text: `select uid from account where lower(email) ~>=~ 'maker' and lower(email) ~<~ 'makes'
              order by lower(email) using ~<~, uid offset $1 limit 1`,
      values: [Math.floor(Math.min(999 * PAGE, accounts / 6))],
    })
    const after = `address.${rows[0]?.uid}`
    const pageThousand = await measure(
      Array.from({ length: 90 }, () => ({ query: 'makers'.slice(0, 5), after })),
    )
    add('page 1 of a list', pageOne.times, 100)
    add('page 1,000 of a list', pageThousand.times, 100, `; ${pageThousand.found[0]?.hits.length} rows`)
    return figures
  },
}
