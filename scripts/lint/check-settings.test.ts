import { describe, expect, test } from 'vitest'
import { checkSettings } from './check-settings.mjs'

const AWS = ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'SESSION_TOKEN', 'REGION', 'ENDPOINT_URL_S3'].map(
  name => `AWS_${name}`,
)
const compose = (...names: string[]) =>
  `services:\n  app:\n    environment:\n      # a comment\n${[...names, ...AWS].map(name => `      ${name}: x\n`).join('')}    ports: []\n  database:\n    environment:\n      POSTGRES_DB: kerf\n`
const check = (changed: Partial<Parameters<typeof checkSettings>[0]>) =>
  checkSettings({
    listed: ['WORKERS', 'PORT'],
    config: "integer('WORKERS', 1, 1, 64), integer('PORT', 8080, 0, 65_535)",
    document: '`WORKERS` `PORT`',
    compose: compose('WORKERS'),
    ...changed,
  })

describe('reports', () => {
  test('nothing when all four name the same settings', () => {
    expect(check({})).toEqual([])
  })
  test('a setting that compose.yaml does not pass', () => {
    expect(check({ compose: compose() })).toEqual(['compose.yaml does not pass WORKERS.'])
  })
  test('a setting that compose.yaml passes twice', () => {
    expect(check({ compose: compose('WORKERS', 'WORKERS') })).toEqual(['compose.yaml passes WORKERS twice.'])
  })
  test('no secret that compose.yaml passes as a file', () => {
    const secret = { listed: ['MAIL_URL'], config: "text('MAIL_URL')", secrets: ['MAIL_URL'] }
    const document = '`MAIL_URL` `MAIL_URL_FILE`'
    const passed = compose('MAIL_URL_FILE')
    expect(check({ ...secret, document, compose: passed })).toEqual([])
  })
  test('a name in compose.yaml that nothing reads', () => {
    expect(check({ compose: compose('WORKERS', 'WORKER') })).toEqual([
      'compose.yaml passes WORKER, which nothing reads.',
    ])
  })
  test('a setting that the list lacks', () => {
    expect(check({ listed: ['PORT'] })).toEqual([
      'settings.ts does not list WORKERS.',
      'compose.yaml passes WORKERS, which nothing reads.',
    ])
  })
  test('a listed setting that config.ts does not read', () => {
    expect(check({ config: "text('PORT')" })).toEqual(['config.ts does not read WORKERS.'])
  })
  test('a setting without documentation', () => {
    expect(check({ document: '`PORT`' })).toEqual(['docs/settings.md does not name WORKERS.'])
  })
})
