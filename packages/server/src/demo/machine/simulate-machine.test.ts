import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MachineSimulator, simulateMachine } from './simulate-machine.ts'

let device: MachineSimulator
beforeEach(async () => {
  const found = await simulateMachine(0, origin => origin === 'https://passport.kerf.example')
  if (!found) throw new Error('no free port')
  device = found
})
afterEach(() => device.close())

const call = {
  source: 'kerf-portal',
  version: 1,
  type: 'call',
  session: 'view',
  id: 'one',
  method: 'module.status',
  input: {},
}

/** One message there, one back, as a browser's page of `origin` would. */
function ask(origin: string, message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${device.port}/`, {
      headers: { origin },
    } as unknown as string[])
    socket.onopen = () => socket.send(message)
    socket.onmessage = ({ data }) => {
      socket.close()
      resolve(String(data))
    }
    socket.onerror = () => reject(new Error('refused'))
  })
}

test('answers the portal', async () => {
  const answer = JSON.parse(await ask('https://passport.kerf.example', JSON.stringify(call)))
  expect(answer).toMatchObject({
    type: 'answer',
    session: 'view',
    id: 'one',
    ok: true,
    value: { installed: true },
  })
  device.state = 'refused'
  const refused = JSON.parse(await ask('https://passport.kerf.example', JSON.stringify(call)))
  expect(refused).toMatchObject({ ok: false, reason: 'refused' })
})

test('a long message arrives whole', async () => {
  const long = JSON.stringify({ ...call, method: 'gcode.process', input: { gcode: 'G0'.repeat(20_000) } })
  expect(JSON.parse(await ask('https://passport.kerf.example', long))).toMatchObject({ ok: true })
})

test('lets no other page in', async () => {
  await expect(ask('https://evil.example', JSON.stringify(call))).rejects.toThrow('refused')
})

test('a port that is taken is left to whoever has it', async () => {
  expect(await simulateMachine(device.port, () => true)).toBeUndefined()
})

test('what is no socket is shown the door', async () => {
  const socket = connect(device.port, '127.0.0.1')
  const closed = new Promise(resolve => socket.on('close', resolve))
  const reply = new Promise(resolve => socket.on('data', data => resolve(String(data))))
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await reply).toContain('426')
  socket.destroy()
  await closed
})
