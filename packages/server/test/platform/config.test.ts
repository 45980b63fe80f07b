import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/platform/config/config.ts'

const KEY = Buffer.alloc(32, 1).toString('base64url')
const PRODUCTION = {
  NODE_ENV: 'production',
  MAIL_FROM: 'Kerf Passport <no-reply@kerf.test>',
  KERF_MASTER_KEY: KEY,
  MAIL_URL: 'smtps://user:secret@mail.example',
  PUBLIC_URL: 'https://passport.kerf.example',
}

const findConfigErrors = (env: Record<string, string | undefined>): readonly string[] => {
  try {
    readConfig(env, '/srv/kerf')
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('uses the documented defaults in development', () => {
  const config = readConfig({}, '/srv/kerf')
  expect(config).toMatchObject({
    production: false,
    port: 8080,
    host: '127.0.0.1',
    workers: 1,
    deployment: 'us',
    humanCheck: 'slider',
    passwordMin: 6,
    passwordMax: 20,
    accountPrivacy: 'friendly',
    codesPerReceiver: 10,
    codesPerAddress: 30,
    dataDir: '/srv/kerf/data',
    publicUrl: undefined,
    databaseUrl: undefined,
  })
  expect(Object.isFrozen(config)).toBe(true)
})

test('accepts complete production settings', () => {
  expect(findConfigErrors(PRODUCTION)).toEqual([])
})

test.each([
  [{ KERF_MASTER_KEY: undefined }, /KERF_MASTER_KEY is required/],
  [{ MAIL_URL: undefined }, /MAIL_URL is required/],
  [{ MAIL_URL: 'smtps://user:p@ss#1@mail.example' }, /MAIL_URL: in a user name or password write @ as %40/],
  [{ DATABASE_URL: 'postgres://user:p@ss/1@db.example/kerf' }, /DATABASE_URL: in a user name or password/],
  [{ PUBLIC_URL: undefined }, /PUBLIC_URL is required/],
  [{ PUBLIC_URL: 'http://passport.kerf.example' }, /must be https/],
  [{ HUMAN_CHECK: 'off' }, /HUMAN_CHECK=off is refused/],
  [{ KERF_DEV_EXPOSE: '1' }, /development only/],
  [{ DEV_HTTPS_PORT: '8443' }, /DEV_HTTPS_PORT is allowed in development only/],
  [{ MAIL_FROM: undefined }, /MAIL_FROM must be an address of your own/],
  [{ MAIL_FROM: 'Kerf Passport <no-reply@kerf.example>' }, /MAIL_FROM must be an address of your own/],
  [{ MAIL_FROM: 'no-reply@example.com' }, /MAIL_FROM must be an address of your own/],
  [{ OAUTH_APPLE_CLIENT_ID: 'a' }, /OAUTH_APPLE_SECRET or OAUTH_APPLE_KEY_FILE must be set/],
  [
    { OAUTH_APPLE_CLIENT_ID: 'a', OAUTH_APPLE_KEY_FILE: 'AuthKey.p8', OAUTH_APPLE_KEY_ID: 'b' },
    /OAUTH_APPLE_TEAM_ID and OAUTH_APPLE_KEY_ID must be set/,
  ],
])('rejects %j in production and names the setting', (env, expected) => {
  expect(findConfigErrors({ ...PRODUCTION, ...env }).join()).toMatch(expected)
})

test.each([
  [{ PUBLIC_URL: 'https://passport.shop.example' }, /PUBLIC_URL=.*reached by others/],
  [{ HOST: '0.0.0.0' }, /HOST=0\.0\.0\.0/],
  [{ HOST: '127.evil.example' }, /HOST=/],
  [{ PORT: '65536' }, /PORT/],
  [{ PORT: '80a' }, /PORT/],
  [{ DEV_HTTPS_PORT: 'on' }, /DEV_HTTPS_PORT must be a whole number/],
  [{ DEV_HTTPS_PORT: '8080' }, /DEV_HTTPS_PORT must not be the same port/],
  [
    { DEV_HTTPS_PORT: '8443', PUBLIC_URL: 'https://passport.localhost' },
    /DEV_HTTPS_PORT needs an http PUBLIC_URL/,
  ],
  [{ WORKERS: '0' }, /WORKERS/],
  [{ DEPLOYMENT: 'US' }, /DEPLOYMENT/],
  [{ HUMAN_CHECK: 'recaptcha' }, /RECAPTCHA_SITE_KEY/],
  [{ RECAPTCHA_SECRET: 'x' }, /together/],
  [{ PASSWORD_MIN: '21' }, /must not be above/],
  [{ MAIL_FROM: 'Kerf Passport' }, /MAIL_FROM/],
  [{ MAIL_FROM: 'no-reply@evil.test#.kerf.example' }, /MAIL_FROM/],
  [{ MAIL_FROM: 'a@b.example, c@d.example' }, /MAIL_FROM/],
  [{ MAIL_FROM: 'Kerf <a@[127.0.0.1]>' }, /MAIL_FROM/],
  [{ PASSWORD_MAX: '129' }, /PASSWORD_MAX/],
  [{ ACCOUNT_PRIVACY: 'open' }, /ACCOUNT_PRIVACY/],
  [{ TRUSTED_PROXIES: 'proxy.example' }, /TRUSTED_PROXIES/],
  [{ WEBHOOK_NETWORKS: '10.0.0.0/33' }, /WEBHOOK_NETWORKS/],
  [{ PUBLIC_URL: 'passport.example' }, /PUBLIC_URL/],
  [{ PUBLIC_URL: 'https://passport.kerf.example', COOKIE_DOMAIN: 'other.example' }, /COOKIE_DOMAIN/],
  [{ PUBLIC_URL: 'https://evilkerf.example', COOKIE_DOMAIN: 'kerf.example' }, /COOKIE_DOMAIN/],
  [{ ...PRODUCTION, CONSOLE_HOST: 'passport.kerf.example' }, /CONSOLE_HOST=.*host of the portal/],
  [
    { CONSOLE_HOST: 'two.kerf.example', PASSPORT_HOSTS: 'two.kerf.example' },
    /CONSOLE_HOST=.*host of the portal/,
  ],
  [
    { PUBLIC_URL: 'https://passport.kerf.example', CONSOLE_HOST: 'kerf.example' },
    /CONSOLE_HOST=.*parent domain/,
  ],
  [{ CONSOLE_HOST: 'console.kerf.example', COOKIE_DOMAIN: 'kerf.example' }, /CONSOLE_HOST=.*would receive/],
  [{ CONSOLE_HOST: 'https://console.example' }, /CONSOLE_HOST must be the name of a host/],
  [{ CONSOLE_API: '8091' }, /CONSOLE_API must be an address and a port/],
  [{ CONSOLE_ISSUER: 'https://login.example' }, /CONSOLE_ISSUER, CONSOLE_CLIENT_ID/],
  [{ KERF_MASTER_KEY: 'short' }, /KERF_MASTER_KEY/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
])('rejects %j and names the setting', (env, expected) => {
  expect(findConfigErrors(env).join()).toMatch(expected)
})

test('reports all errors together and no secret', () => {
  const errors = findConfigErrors({
    ...PRODUCTION,
    PORT: 'x',
    WORKERS: 'y',
    DATABASE_URL: 'mysql://user:hunter2@db',
    MAIL_URL: 'http://user:hunter2@mail',
    KERF_MASTER_KEY: 'hunter2',
  })
  expect(errors.length).toBeGreaterThanOrEqual(5)
  expect(errors.join()).not.toContain('hunter2')
})

test('accepts a public host in production, and in development if it is exposed explicitly', () => {
  expect(findConfigErrors({ HOST: '0.0.0.0', KERF_DEV_EXPOSE: '1' })).toEqual([])
  expect(findConfigErrors({ ...PRODUCTION, HOST: '0.0.0.0' })).toEqual([])
})
