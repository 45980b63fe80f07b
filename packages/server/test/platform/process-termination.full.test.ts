import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { login, register } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { decrypt } from '../../src/platform/keys/encryption.ts'
import { deriveKey, keyedHash, sha256 } from '../../src/platform/keys/secrets.ts'
import { newEmail, PASSWORD } from '../support/accounts.ts'
import { createCall } from '../support/api-call.ts'
import { casesOf } from '../support/corpora.ts'
import { useTestServer } from '../support/test-server.ts'

const MASTER = sha256('a key of this test')

const server = await useTestServer({ processes: 1, env: { KERF_MASTER_KEY: MASTER.toString('base64url') } })
const [row] = await server.sql<{ wrapped: Buffer }>(
  `select wrapped from wrapped_key where name = 'installation'`,
)
const key = decrypt(deriveKey(MASTER, 'wrapping'), row?.wrapped ?? Buffer.alloc(0), 'installation')
const receiverKey = deriveKey(key, 'receiver')
const codeKey = deriveKey(key, 'code')

/** Inserts a verification code, so that many sign-ups run at the moment of the kill. */
async function insertCode(email: string): Promise<{ nonce: string; captcha: string }> {
  const nonce = Buffer.from(sha256(email)).toString('base64url')
  const captcha = '424242'
  const receiver = keyedHash(receiverKey, 'mailbox', email)
  await server.sql(
    `with gate as (insert into verification_gate values ($2, 'register', $1, now()))
     insert into verification (nonce_hash, receiver, scene, expires_at, code_hash, code_expires_at)
     values ($1, $2, 'register', now() + interval '10 minutes', $3, now() + interval '10 minutes')`,
    sha256(nonce),
    receiver,
    keyedHash(codeKey, nonce, captcha),
  )
  return { nonce, captcha }
}

const ROUNDS = casesOf({ sample: 2, whole: 4 })

test('keeps every acknowledged account after SIGKILL, and no incomplete one', async () => {
  const acknowledged: { email: string; uid: string; token: string }[] = []
  const all: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const running = server.processes.at(-1)
    if (!running) throw new Error('no process runs')
    const call = createCall([running.url])
    const emails = Array.from({ length: 12 }, () => newEmail('killed'))
    all.push(...emails)
    const codes = await Promise.all(emails.map(insertCode))
    let answered = 0
    const signUps = emails.map(async (email, i) => {
      const code = codes[i] ?? { nonce: '', captcha: '' }
      try {
        const answer = await call(register, { email, password: PASSWORD, ...code, agreement: true })
        if (answer.code !== 0) return
        acknowledged.push({ email, uid: answer.data.uid, token: answer.data.utoken })
        // Some calls are answered; others still hash a password or wait for the database.
        answered += 1
        if (answered === 2 + round) await running.kill()
      } catch {
        // The process ended before it answered.
      }
    })
    await Promise.all(signUps)
    await running.kill()
    await server.spawn()
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS)

  const call = createCall([server.processes.at(-1)?.url ?? ''])
  for (const { email, uid, token } of acknowledged) {
    expect((await call(getBasicInfo, undefined, { token })).data.uid).toBe(uid)
    expect((await call(login, { email, password: PASSWORD })).data.uid).toBe(uid)
  }
  const rows = await server.sql<{ uid: string }>(
    'select uid from sign_in_identifier where value = any($1)',
    all,
  )
  const uids = rows.map(({ uid }) => uid).sort()
  const countsOf = (from: string) =>
    server.sql(
      `select uid, count(*)::int as rows from ${from} and uid = any($1) group by uid order by uid`,
      uids,
    )
  const each = (count: number) => uids.map(uid => ({ uid, rows: count }))
  expect(await countsOf('account where true')).toEqual(each(1))
  expect(await countsOf('agreement where true')).toEqual(each(2))
  expect(await countsOf(`session where method = 'register'`)).toEqual(each(1))
  expect(await countsOf(`audit_event where event = 'account.register'`)).toEqual(each(1))
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged.length)
})

test('answers the running calls after SIGTERM and exits with code 0', async () => {
  const running = server.processes.at(-1)
  if (!running) throw new Error('no process runs')
  const call = createCall([running.url])
  const emails = Array.from({ length: 8 }, () => newEmail('drained'))
  const codes = await Promise.all(emails.map(insertCode))
  let exit: Promise<number | null> | undefined
  const answers = await Promise.all(
    emails.map(async (email, i) => {
      const code = codes[i] ?? { nonce: '', captcha: '' }
      const answer = await call(register, { email, password: PASSWORD, ...code, agreement: true })
      // SIGTERM is sent at the first answer, while the other calls are running.
      exit ??= running.stop()
      return answer
    }),
  )
  expect(answers.map(answer => answer.code)).toEqual(Array<number>(8).fill(0))
  expect(await exit).toBe(0)
})
