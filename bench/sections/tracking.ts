/** Sign-ins and session checks while the collector is flooded, beside the same in quiet (S-116). */
import { getBasicInfo } from '@kerf/contract/endpoints/account'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { TRACKING_SDK_PATH } from '@kerf/contract/tracking'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, type Figure, short } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'
import { medianOf, ratioOf, sideBySide } from '../harness/side-by-side.ts'
import { addressOf, fire } from '../load/fire.ts'
import type { Call, Shot } from '../load/shot.ts'
import { signIns } from './sign-in.ts'

const FLOOD = 1_000
/** Fewer than the cores can do: what is asked is whether people wait, not how many fit. */
const SIGN_INS_A_SECOND = 12
const CHECKS_A_SECOND = 300
const ADDRESSES = 4_000
const EVENTS = 20

/** A batch as the portal sends one, from many addresses: so many that none of them is over its own limit. */
function flood(): Call[] {
  const events = Array.from({ length: EVENTS }, (_, index) => ({
    type: 'track',
    event: '$WebClick',
    distinct_id: `19a5f0c4e3b-${index}-1e525636-2073600-19a5f0c4e3c`,
    time: Date.now(),
    properties: {
      $url: 'https://passport.example/en/login',
      $element_type: 'button',
      $page_x: 10,
      $page_y: 20,
    },
  }))
  const body = `data_list=${encodeURIComponent(Buffer.from(JSON.stringify(events)).toString('base64'))}`
  return Array.from({ length: ADDRESSES }, (_, index) => ({
    method: 'POST',
    path: TRACKING_SDK_PATH,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': addressOf(500_000 + index),
    },
    body,
  }))
}

export const section: Section = {
  title: `${FLOOD} requests a second to the collector, ${EVENTS} events each, from ${ADDRESSES} addresses`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const made = await accounts()
    const server = await startServer((await installation()).env)
    const { url } = server
    const checks = made.tokens.map(
      (token): Call => ({ method: 'GET', path: getBasicInfo.path, headers: { [TOKEN_HEADER]: token } }),
    )
    const signIn = () =>
      fire({ url, connections: 4, seconds, rate: SIGN_INS_A_SECOND, calls: signIns(made, 400) })
    const check = () => fire({ url, connections: 16, seconds, rate: CHECKS_A_SECOND, calls: checks })
    let flooded: Shot | undefined
    const beside = async (load: () => Promise<Shot>): Promise<Shot> => {
      const flooding = fire({ url, connections: 50, seconds: seconds + 1, rate: FLOOD, calls: flood() })
      const [shot, answered] = await Promise.all([load(), flooding])
      flooded = answered
      return shot
    }
    await check()
    await signIn()
    const taken = await sideBySide<'signInQuiet' | 'signInFlooded' | 'checkQuiet' | 'checkFlooded', Shot>(
      rounds,
      {
        signInQuiet: signIn,
        signInFlooded: () => beside(signIn),
        checkQuiet: check,
        checkFlooded: () => beside(check),
      },
    )
    await server.stop()
    const compared = (name: string, quiet: Shot[], beside: Shot[], limit: number): Figure => ({
      name: `${name}: p99 flooded to quiet`,
      value: ratioOf(beside, quiet, (a, b) => a.p99 / b.p99),
      unit: '×',
      limit: atMost(limit),
      note: `${short(medianOf(beside, shot => shot.p99))} ms beside ${short(medianOf(quiet, shot => shot.p99))} ms, p50 ${short(medianOf(beside, shot => shot.p50))} beside ${short(medianOf(quiet, shot => shot.p50))} ms`,
    })
    return [
      compared('sign-in', taken.signInQuiet, taken.signInFlooded, 1.5),
      compared('session check', taken.checkQuiet, taken.checkFlooded, 3),
      {
        name: 'session check flooded: p99',
        value: medianOf(taken.checkFlooded, shot => shot.p99),
        unit: 'ms',
        limit: atMost(50),
      },
      {
        name: 'the collector answers',
        value: flooded?.rate ?? Number.NaN,
        unit: '/s',
        limit: atLeast(FLOOD * 0.95),
        note: `p99 ${short(flooded?.p99 ?? Number.NaN)} ms`,
      },
    ]
  },
}
