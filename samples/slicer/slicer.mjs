// A slicer of the maker: lists the machines that the person may use now, and leads to the pass of one.
//   npm install openid-client @napi-rs/keyring
//   node slicer.mjs [id of a machine]
import * as client from 'openid-client'
import { ISSUER, openBrowser, openSession, reportFailure } from '../native-login/node-login.mjs'

const [chosen] = process.argv.slice(2)
const dateOf = seconds => new Date(seconds * 1_000).toISOString().slice(0, 10)

/** As a person reads it. */
const describe = ({ id, name, line, role, until }) =>
  `${id}: ${name || line} (${line}), ${role}${until === null ? '' : ` until ${dateOf(until)}`}`

/** The portal shows the pass there: the machine scans it. The page also names a missing course. */
const passPage = ({ id }) => new URL(`/en/profile/machines/${id}`, ISSUER).href

try {
  const { config, accessToken } = await openSession('openid machines offline_access')
  // Ask before each job: a role may have ended since the last start.
  const { machines = [] } = await client.fetchUserInfo(config, accessToken, client.skipSubjectCheck)
  for (const machine of machines) console.log(describe(machine))
  const machine = machines.find(({ id }) => id === chosen)
  if (machine) {
    console.log(`The pass is here: ${passPage(machine)}`)
    openBrowser(passPage(machine))
  } else console.log(chosen ? 'You may not use this machine.' : `${machines.length} machines`)
} catch (error) {
  reportFailure(error)
}
