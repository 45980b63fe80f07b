import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { PASSWORD, seedPerson, signUp } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ env: { METRICS_TOKEN: 'm' } })

test('counts actions by brand and outcome, and unknown app codes as the default', async () => {
  await signUp(server)
  const { email } = await seedPerson(server)
  const headers = { appCode: 'creative' }
  await server.call(login, { email, password: PASSWORD }, { headers })
  await server.call(login, { email, password: 'wrong' }, { headers: { appCode: 'x"} 1' } })
  const answer = await fetch(new URL('/metrics', server.url), { headers: { authorization: 'Bearer m' } })
  const text = await answer.text()
  for (const line of [
    '{act="sign-up",app="portal",outcome="ok"} 1',
    '{act="code",app="portal",outcome="ok"} 1',
    '{act="sign-in by password",app="creative",outcome="ok"} 1',
    '{act="sign-in by password",app="portal",outcome="refused"} 1',
  ])
    expect(text).toContain(`kerf_acts_total${line}`)
})
