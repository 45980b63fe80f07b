import { expect, test } from 'vitest'
import { listSettings } from './list-settings.ts'

test('hides secrets and the passwords in addresses', () => {
  const shown = JSON.stringify(
    listSettings({
      KERF_MASTER_KEY: 'hidden-1',
      RECAPTCHA_SECRET: 'hidden-2',
      METRICS_TOKEN: 'hidden-3',
      OAUTH_GOOGLE_SECRET: 'hidden-6',
      DATABASE_URL: 'postgresql://kerf:hidden-4@db.example/kerf',
      MAIL_URL: 'smtps://me%40example.com:hidden-5@mail.example:465',
    }),
  )
  expect(shown).not.toContain('hidden')
  expect(shown).toContain('postgresql://kerf:***@db.example/kerf')
})

test.each([
  'postgres://u:p@shidden@db.example/kerf',
  'postgres://db.example/kerf?user=u&password=hidden',
  'postgres://db.example/kerf?sslkey=hidden&sslpassword=hidden',
  'postgres://u:hid@den:hidden@[broken/kerf',
  'postgres://u:p@hidden#1@db.example/kerf',
  'postgres://u:p@hidden/1@db.example/kerf',
  'postgres://u:p@hidden?1@db.example/kerf',
])('hides the password in %s', DATABASE_URL => {
  expect(JSON.stringify(listSettings({ DATABASE_URL }))).not.toContain('hidden')
})

test('shows other values unchanged', () => {
  const env = {
    PASSPORT_HOSTS: 'https://a.example,https://b.example',
    DATABASE_URL: 'postgres://db.example/kerf',
  }
  const shown = listSettings(env).map(({ value }) => value)
  for (const value of Object.values(env)) expect(shown).toContain(value)
})

test('lists the settings of configured social sign-in channels', () => {
  const names = (env: Record<string, string>) => listSettings(env).map(({ name }) => name)
  const env = {
    OAUTH_MY_COMPANY_CLIENT_ID: 'a',
    OAUTH_GITHUB_NATIVE_CLIENT_IDS: 'b',
    OAUTH_GITHUB_SECRET: ' ',
  }
  expect(names(env).filter(name => name.startsWith('OAUTH_'))).toEqual([
    'OAUTH_GITHUB_NATIVE_CLIENT_IDS',
    'OAUTH_MY_COMPANY_CLIENT_ID',
  ])
  expect(names({}).filter(name => name.startsWith('OAUTH_'))).toEqual([])
})
