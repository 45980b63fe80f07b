import { randomBytes, randomUUID } from 'node:crypto'
import { describeNotMe, reportNotMe } from '@kerf/contract/endpoints/session'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { decryptJson } from '../../platform/keys/encryption.ts'
import { mailboxHash, NOT_ME_CONTEXT, NotMe, notMeLink } from './notify-owner.ts'

const KEY = randomBytes(32)
const ABOUT = { uid: randomUUID(), at: 1_796_000_000 }
const EVENT = {
  template: 'factor_removal_reminder',
  application: 'a'.repeat(120),
  place: 'GB:Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
}

test.each([
  ['with every field', { to: mailboxHash('ada@example.com'), stops: randomUUID() }, true],
  ['that restores the longest address', { restores: `${'a'.repeat(242)}@example.com` }, false],
])('a link %s is accepted by both calls', (_, about, hasEvent) => {
  const link = notMeLink(KEY, { ...ABOUT, ...about }, EVENT)
  for (const { input } of [describeNotMe, reportNotMe]) expect(v.is(input, { link })).toBe(true)
  const read = decryptJson(KEY, Buffer.from(link, 'base64url'), NOT_ME_CONTEXT, NotMe)
  const event = { ...EVENT, application: 'a'.repeat(48) }
  expect(read).toEqual({ ...ABOUT, ...about, ...(hasEvent && event) })
})
