import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MachineSimulator, simulateMachine } from './simulate-machine.ts'

let machine: MachineSimulator
beforeEach(async () => {
  const found = await simulateMachine(0, origin => origin === 'https://passport.kerf.example')
  if (!found) throw new Error('no free port')
  machine = found
})
afterEach(() => machine.close())

const call = {
  source: 'kerf-portal',
  version: 1,
  type: 'call',
  session: 'view',
  id: 'one',
  method: 'module.status',
  input: {},
}

/** Sends one message from a page of `origin` and resolves to the reply. */
function sendMessage(origin: string, message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${machine.port}/`, {
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

test('replies to the portal', async () => {
  const answer = JSON.parse(await sendMessage('https://passport.kerf.example', JSON.stringify(call)))
  expect(answer).toMatchObject({
    type: 'answer',
    session: 'view',
    id: 'one',
    ok: true,
    value: { installed: true },
  })
  machine.state = 'refused'
  const refused = JSON.parse(await sendMessage('https://passport.kerf.example', JSON.stringify(call)))
  expect(refused).toMatchObject({ ok: false, reason: 'refused' })
})

test('receives a long message completely', async () => {
  const long = JSON.stringify({ ...call, method: 'gcode.process', input: { gcode: 'G0'.repeat(20_000) } })
  expect(JSON.parse(await sendMessage('https://passport.kerf.example', long))).toMatchObject({ ok: true })
})

test('rejects pages of other origins', async () => {
  await expect(sendMessage('https://evil.example', JSON.stringify(call))).rejects.toThrow('refused')
})

test('is not started if the port is in use', async () => {
  expect(await simulateMachine(machine.port, () => true)).toBeUndefined()
})

test('responds 426 to a request that is no WebSocket upgrade', async () => {
  const socket = connect(machine.port, '127.0.0.1')
  const closed = new Promise(resolve => socket.on('close', resolve))
  const reply = new Promise(resolve => socket.on('data', data => resolve(String(data))))
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await reply).toContain('426')
  socket.destroy()
  await closed
})
