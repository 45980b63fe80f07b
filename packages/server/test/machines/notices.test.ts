/** What people learn of changes: messages to those who gain or lose a right, mails to owners (S-167). */

import { listMessages } from '@kerf/contract/endpoints/message'
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  inviteToMachine,
  releaseMachine,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import { expect, test } from 'vitest'
import { newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'

const server = await useMachineServer()

const as = ({ token, cookie }: Someone, params: Record<string, string> = {}) => ({ token, cookie, params })
const titles = async ({ token }: Someone, lang: string) =>
  (await server.call(listMessages, {}, { token, lang })).data.items.map(({ title }) => title)
const mailTo = ({ email }: Someone, subject: RegExp) =>
  server.waitForMail(email, mail => subject.test(mail.subject))

test('a transfer is mailed when it starts and when it is accepted, and everybody learns of it', async () => {
  const { owner, machine, built } = await newOwner(server)
  const [guest, bob] = [await newSomeone(server), await newSomeone(server)]
  const link = await server.call(inviteToMachine, { role: 'operator' }, as(owner, { machine }))
  await server.call(acceptMachineInvitation, { code: link.data.code }, as(guest))
  const label = `laser …${built.sn.slice(-6)}`
  expect((await titles(owner, 'en'))[0]).toContain(`can now use your machine ${label}`)
  const { data } = await server.call(startMachineTransfer, undefined, as(owner, { machine }))
  expect((await mailTo(owner, /started/)).text).toContain(label)
  await server.call(acceptMachineTransfer, { code: data.code }, as(bob))
  const mail = await mailTo(owner, /new owner/)
  expect(mail.text).toContain(label)
  expect(mail.text).not.toContain(bob.email)
  expect(await titles(owner, 'zh')).toContain(`您的机器 ${label} 已有新机主`)
  expect(await titles(guest, 'en')).toContain(`You no longer have access to the machine ${label}`)
  expect(await titles(bob, 'en')).toEqual([])
  await server.call(releaseMachine, undefined, as(bob, { machine }))
  expect((await mailTo(bob, /released/)).text).toContain(label)
})
