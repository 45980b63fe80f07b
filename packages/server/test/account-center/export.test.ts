/** The download of everything stored about an account: required steps, content, secrets, limit. */

import { EXPORT_MEDIA_TYPE, exportAccount } from '@kerf/contract/endpoints/data-export'
import { setOtherInfo } from '@kerf/contract/endpoints/profile'
import { TIME_ZONE_HEADER } from '@kerf/contract/headers'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { EXPORTED_TABLES } from '../../src/identity/data-export/export-store.ts'
import { type Person, seedBusiness, seedPerson } from '../support/accounts.ts'
import { newIpAddress } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { setAuthenticationAge, setAvatar, signInBrowser, signInToken } from './fixtures.ts'

const server = await useTestServer()

interface Browser extends Person {
  readonly token: string
  readonly cookie: string
}

async function newcomer(): Promise<Browser> {
  const person = await seedPerson(server)
  const { token, cookies } = await signInBrowser(server, person)
  const cookie = [...cookies].find(([name]) => name.includes('kerfCompanion'))?.join('=') ?? ''
  return { ...person, token, cookie }
}

const download = ({ token, cookie }: Browser, lang = 'en', timeZone?: string): Promise<Response> =>
  fetch(new URL(exportAccount.path, server.url), {
    method: 'POST',
    headers: {
      ...(timeZone && { [TIME_ZONE_HEADER]: timeZone }),
      utoken: token,
      cookie,
      lang,
      'content-type': 'application/json',
      'x-forwarded-for': newIpAddress(),
    },
    body: '{}',
  })

async function openArchive(browser: Browser, lang?: string, timeZone?: string) {
  const response = await download(browser, lang, timeZone)
  expect(response.headers.get('content-type')).toBe(EXPORT_MEDIA_TYPE)
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Kerf-Passport-data-[\d-]+\.zip"$/,
  )
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const text = (name: string): string => strFromU8(entries[name] ?? new Uint8Array())
  return { entries, text, rows: (table: string) => JSON.parse(text(`data/${table}.json`)) as object[] }
}

test('contains a readable page and every exported table', async () => {
  const browser = await newcomer()
  const { uid, token, email } = browser
  await server.call(setOtherInfo, { nickname: '<b>阿达</b>', introduction: 'Cuts & folds' }, { token })
  await setAvatar(server, token)
  await server.sql(`update account set birthday = '1990-02-28' where uid = $1`, uid)
  await server.sql(
    `insert into account_message (uid, handle, app, category, texts, starts_at, sender)
     select $1, 'h' || lpad(n::text, 6, '0'), 'portal', 'system',
            jsonb_build_object('en', jsonb_build_object('title', 'Number ' || n, 'body', '<script>')),
            now() - n * interval '1 hour', 'Olga Operator'
       from generate_series(1, 1203) n`,
    uid,
  )
  await server.sql(
    `insert into tracking_event (occurred_at, event, visitor, login, properties)
     select now(), 'pageView', 'v', analytics_id, '{}' from account where uid = $1`,
    uid,
  )
  const { entries, text, rows } = await openArchive(browser)
  const tables = [...Object.keys(EXPORTED_TABLES), 'tracking_event', 'benefit']
  expect(
    Object.keys(entries)
      .filter(name => name.startsWith('data/'))
      .sort(),
  ).toEqual(tables.map(name => `data/${name}.json`).sort())
  expect(rows('account')).toMatchObject([{ uid, email, nickname: '<b>阿达</b>', birthday: '1990-02-28' }])
  expect(rows('session')).toHaveLength(1)
  expect(rows('sign_in_record')).toHaveLength(1)
  expect(rows('tracking_event')).toMatchObject([{ event: 'pageView' }])
  expect(new Set(rows('account_message').map(row => (row as { handle: string }).handle)).size).toBe(1203)
  expect(rows('social_link')).toEqual([])
  expect(Object.keys(entries).filter(name => /^pictures\/[\w-]+\.webp$/.test(name))).toHaveLength(1)

  const page = text('index.html')
  expect(page).toContain('<html lang="en">')
  expect(page).toContain('&lt;b&gt;阿达&lt;/b&gt;')
  expect(page).toContain('the newest 100 of 1203 entries')
  expect(page).not.toMatch(/<script|<b>阿达|https?:\/\/[^"]*\.(?:css|js)/)
  expect((await openArchive(browser, 'zh')).text('index.html')).toContain('<html lang="zh-Hans">')
})

test('contains no secret and no name of an operator', async () => {
  const browser = await newcomer()
  const { uid } = browser
  await server.sql(
    `insert into account_message (uid, handle, app, category, texts, starts_at, sender)
     values ($1, 'x', 'portal', 'system', '{}', now(), 'Olga Operator')`,
    uid,
  )
  await server.sql(
    `insert into audit_event (event, outcome, uid, operator) values ('user.banned', 'ok', $1, 'Olga Operator')`,
    uid,
  )
  const { entries } = await openArchive(browser)
  const content = Object.entries(entries)
    .filter(([name]) => !name.endsWith('.webp'))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n')
  const [{ hash, token } = { hash: '?', token: '?' }] = await server.sql<{ hash: string; token: string }>(
    `select a.password_hash as hash, encode(s.token_hash, 'hex') as token
       from account a join session s using (uid) where uid = $1`,
    uid,
  )
  expect(hash).toMatch(/^\$argon2id/)
  for (const secret of [hash, '$argon2', token, browser.token, browser.cookie, 'Olga Operator'])
    expect(content).not.toContain(secret)
})

test('holds rows of no other account', async () => {
  const [browser, other] = [await newcomer(), await newcomer()]
  await server.call(setOtherInfo, { nickname: 'Somebody else' }, { token: other.token })
  const { entries } = await openArchive(browser)
  const content = Object.values(entries)
    .map(bytes => strFromU8(bytes))
    .join('\n')
  for (const word of [other.uid, other.email, 'Somebody else']) expect(content).not.toContain(word)
})

test('requires a recent authentication in the browser that calls, and audits each archive', async () => {
  const browser = await newcomer()
  const { token, uid } = browser
  expect((await server.call(exportAccount, {}, { token, cookie: '' })).code).toBe(20107)
  await setAuthenticationAge(server, uid, '11 minutes')
  expect((await server.call(exportAccount, {}, { token, cookie: browser.cookie })).code).toBe(20107)
  await setAuthenticationAge(server, uid, '1 minute')
  await (await download(browser)).arrayBuffer()
  const audited = await server.sql(
    `select outcome from audit_event where uid = $1 and event = 'account.exported'`,
    uid,
  )
  expect(audited).toEqual([{ outcome: 'ok' }])
})

test('allows ten archives a day', async () => {
  const browser = await newcomer()
  await server.sql(
    `insert into rate_limit (key, points, expire) values ($1, 10, (extract(epoch from now()) * 1000)::bigint + 86400000)`,
    `export:${browser.uid}`,
  )
  const { token, cookie } = browser
  expect((await server.call(exportAccount, {}, { token, cookie })).code).toBe(20429)
})

test('is refused to enterprise accounts, whose data an operator exports', async () => {
  const token = await signInToken(server, await seedBusiness(server))
  expect((await server.call(exportAccount, {}, { token })).code).toBe(20102)
})

test.each([
  ['en', 'Asia/Shanghai', 'China Standard Time', /\d{1,2} \w+ \d{4}, \d\d:\d\d/],
  ['zh', 'Asia/Shanghai', '中国标准时间', /\d{4}年\d{1,2}月\d{1,2}日 \d\d:\d\d/],
  ['en', 'Europe/London', 'United Kingdom Time', /\d{1,2} \w+ \d{4}, \d\d:\d\d/],
  ['en', 'Nowhere/Atlantis', 'GMT+00:00', /\d{1,2} \w+ \d{4}, \d\d:\d\d/],
])('the page in %s has the times of %s', async (lang, timeZone, zone, form) => {
  const { text } = await openArchive(await newcomer(), lang, timeZone)
  expect(text('index.html')).toContain(zone)
  expect(text('index.html')).toMatch(form)
})
