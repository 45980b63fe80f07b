import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddressRule, createGuardedLookup } from '../guarded/address-rule.ts'
import { createPostWebhook } from './post-webhook.ts'
import { createWebhookSecret } from './sign-webhook.ts'

const production = (...webhookNetworks: string[]) => ({ production: true, webhookNetworks })

describe('addresses that production sends to', () => {
  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    '2002:7f00:1::',
    'nonsense',
  ])('excludes %s', ip => {
    expect(createAddressRule(production())(ip)).toBe(false)
  })
  test.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])('includes %s', ip => {
    expect(createAddressRule(production())(ip)).toBe(true)
  })
  test('includes the networks that the operator lists', () => {
    const rule = createAddressRule(production('10.20.0.0/16', 'fd12::/32', '192.168.1.5'))
    expect(['10.20.9.9', 'fd12::1', '192.168.1.5'].filter(rule)).toHaveLength(3)
    expect(['10.21.0.1', 'fd13::1', '192.168.1.6'].filter(rule)).toEqual([])
  })
})

describe('a request', () => {
  let app: Server
  let requests = 0
  beforeAll(async () => {
    app = createServer((request, response) => {
      requests++
      if (request.url === '/redirect') response.writeHead(307, { location: '/' })
      response.end('x'.repeat(1_000_000))
    })
    await new Promise<void>(resolve => app.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => app.close())
  const send = (host: string, networks: Parameters<typeof createPostWebhook>[0], path = '/') =>
    createPostWebhook(networks)({
      url: `http://${host}:${(app.address() as AddressInfo).port}${path}`,
      secrets: [createWebhookSecret()],
      id: '1',
      body: {},
    })

  test('is sent in development', async () => {
    expect(await send('localhost', { production: false, webhookNetworks: [] })).toMatchObject({
      status: 200,
      cause: '',
    })
  })
  test.each(['localhost', '127.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]'])(
    'is not sent to %s in production, whatever the name resolves to',
    async host => {
      const before = requests
      expect(await send(host, production())).toMatchObject({ status: null, cause: 'address not allowed' })
      expect(requests).toBe(before)
    },
  )
  test('does not follow a redirect', async () => {
    const before = requests
    expect(await send('127.0.0.1', production('127.0.0.1'), '/redirect')).toMatchObject({
      status: 307,
      cause: 'answered 307',
    })
    expect(requests).toBe(before + 1)
  })
  test('connects to the address that was checked, not to that of a second lookup', async () => {
    // A rebinding name server answers a public address first and a private one afterwards.
    const answers = ['93.184.216.34', '127.0.0.1']
    let lookups = 0
    const lookup = createGuardedLookup(createAddressRule(production()), ((
      _host: string,
      _options: object,
      callback: (error: null, found: { address: string; family: number }[]) => void,
    ) => callback(null, [{ address: answers[lookups++] ?? '', family: 4 }])) as never)
    const ask = () =>
      new Promise((resolve, reject) =>
        lookup('rebind.example', { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
      )
    expect(await ask()).toEqual([{ address: '93.184.216.34', family: 4 }])
    await expect(ask()).rejects.toThrow('address not allowed')
    expect(lookups).toBe(2)
  })
  test('passes on the allowed ones of several addresses only', async () => {
    const lookup = createGuardedLookup(createAddressRule(production()), ((
      _host: string,
      _options: object,
      callback: (error: null, found: { address: string; family: number }[]) => void,
    ) =>
      callback(null, [
        { address: '10.0.0.1', family: 4 },
        { address: '1.1.1.1', family: 4 },
      ])) as never)
    const found = await new Promise(resolve => lookup('x.example', {}, (_error, address) => resolve(address)))
    expect(found).toBe('1.1.1.1')
  })
})
