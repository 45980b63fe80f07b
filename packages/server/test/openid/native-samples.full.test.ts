/** The samples of samples/native-login log in, compiled by Debian's compilers where these are installed. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { createVisitor } from './http-visitor.ts'
import { makeFolder, makeNodeFolder } from './native-folder.ts'
import { issuerOf, registerClient } from './openid-fixture.ts'
import { runCommand } from './quick-start.ts'

const server = await useTestServer()
const SAMPLES = fileURLToPath(new URL('../../../../samples/native-login', import.meta.url))
const COMPILER = '/usr/bin/mcs'
/** Debian packs the class libraries apart from the compiler. */
const LIBRARY = '/usr/lib/mono/4.5/System.Web.Extensions.dll'
const CMAKE = '/usr/bin/cmake'

/** One login serves all starts of the program, with several windows, without the portal, and until it is ended. */
async function expectLastingLogin(command: readonly string[], home: string): Promise<void> {
  const app = await registerClient(server, { type: 'native', redirectUris: ['http://127.0.0.1/callback'] })
  const person = await seedPerson(server)
  const start = (issuer = issuerOf(server)) => {
    const environment = { ISSUER: issuer, CLIENT_ID: app.clientId, HOME: home }
    const running = runCommand(command, { folder: makeFolder(), environment })
    onTestFinished(() => running.stop())
    return running
  }
  const open = async (running: ReturnType<typeof start>) => {
    const [, address = ''] = await running.line(/^Open this address: (\S+)$/)
    return createVisitor(issuerOf(server), person).open(address)
  }

  const first = start()
  expect(await open(first)).toBe('You can close this window.')
  await first.line(new RegExp(`^Hello ${person.email}$`))

  // Nobody opens an address: these programs end because the login is stored.
  const windows = [start(), start()]
  for (const window of windows) await window.line(new RegExp(`^Hello ${person.email}$`))

  await start('http://127.0.0.1:1').line(/^Offline: work goes on, the login too\.$/)

  await server.sql('delete from openid_grant where uid = $1', person.uid)
  const again = start()
  await again.line(/^The portal refused: /)
  expect(await open(again)).toBe('You can close this window.')
  await again.line(new RegExp(`^Hello ${person.email}$`))
}

test('Node.js: node-loopback.mjs logs in by the browser, is logged in the next time, and goes on without the portal', async () => {
  const home = makeNodeFolder('native-login')
  await expectLastingLogin([process.execPath, join(home, 'native-login/node-loopback.mjs')], home)
})

describe.runIf([COMPILER, '/usr/bin/mono', LIBRARY].every(existsSync))('C#: windows-loopback.cs', () => {
  test('logs in by the browser, is logged in the next time, and goes on without the portal', async () => {
    const home = makeFolder()
    mkdirSync(join(home, '.local/share'), { recursive: true })
    const program = join(home, 'login.exe')
    const references = ['System.Web.Extensions', 'System.Security', 'System.Net.Http'].map(
      name => `-r:${name}`,
    )
    execFileSync(COMPILER, [
      '-warnaserror',
      ...references,
      `-out:${program}`,
      join(SAMPLES, 'windows-loopback.cs'),
    ])
    await expectLastingLogin(['/usr/bin/mono', program], home)
  })
})

describe.runIf(existsSync('/usr/include/qt6keychain/keychain.h') && existsSync(CMAKE))(
  'Qt 6: qt-loopback.cpp',
  () => {
    test('logs in by the browser, also where there is no keychain', async () => {
      const home = makeFolder()
      execFileSync(CMAKE, ['-S', SAMPLES, '-B', home, '-DCMAKE_CXX_FLAGS=-Wall -Werror'])
      execFileSync(CMAKE, ['--build', home])
      const program = join(home, 'qt-loopback')
      const app = await registerClient(server, {
        type: 'native',
        redirectUris: ['http://127.0.0.1/callback'],
      })
      const person = await seedPerson(server)
      const running = runCommand([program], {
        folder: home,
        environment: { ISSUER: issuerOf(server), CLIENT_ID: app.clientId, QT_QPA_PLATFORM: 'offscreen' },
      })
      onTestFinished(() => running.stop())
      const [, address = ''] = await running.line(/^Open this address: (\S+)$/)
      expect(await createVisitor(issuerOf(server), person).open(address)).toBe('You can close this window.')
      await running.line(new RegExp(`^Hello ${person.email}$`))
    })
  },
)
