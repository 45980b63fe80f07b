/** `/dev/host`: a page that stands in for the apps around the portal, so that embedding can be tried (decisions 1). */
import { readFile } from 'node:fs/promises'
import type { LoadedBrand } from '@kerf/brands/registry'
import { LANGUAGES } from '@kerf/contract/language'
import type { FastifyInstance } from 'fastify'
import { cookieValues } from '../../platform/http/cookies.ts'
import { DEVICE_STATES, type DeviceSimulator, type DeviceState } from '../device/simulate-device.ts'
import { hostPage } from './host-page.ts'

const SCRIPTS = ['demo-host.js', 'host-side.js', 'native-stand-in.js']
const STAND_IN_COOKIE = 'kerfStandIn'

/** The address of the script that makes a page believe it is inside an app, where the demo has asked for that. */
export function standInOf(cookie: string | undefined): string | undefined {
  const kind = cookieValues(cookie, STAND_IN_COOKIE)[0]
  return kind === 'webkit' || kind === 'android' ? `/dev/host/native-stand-in.js?${kind}` : undefined
}

export interface DemoHostOptions {
  /** every address the portal answers at */
  readonly portals: () => readonly URL[]
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly device: DeviceSimulator | undefined
}

/** The page is for any host name below localhost: under another one than the portal's it is another site. */
export async function demoHost(
  app: FastifyInstance,
  { portals, brands, device }: DemoHostOptions,
): Promise<void> {
  const origins = () => portals().map(({ origin }) => origin)
  const policy = () =>
    [
      "default-src 'none'",
      `script-src 'self' ${origins().join(' ')}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      `connect-src 'self' ${origins().join(' ')}`,
      `frame-src 'self' ${origins().join(' ')}`,
      "base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
    ].join('; ')

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/dev/host', async (_request, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy())
    return hostPage({
      portals: origins(),
      apps: [...brands.keys()],
      languages: LANGUAGES,
      device: device && { port: device.port, state: device.state, states: DEVICE_STATES },
    })
  })
  for (const name of SCRIPTS)
    app.get(`/dev/host/${name}`, async (_request, reply) => {
      reply.type('text/javascript; charset=utf-8')
      return readFile(new URL(`browser/${name}`, import.meta.url), 'utf8')
    })

  app.get('/dev/host/device', async () => ({ state: device?.state ?? null, heard: device?.heard ?? [] }))
  app.put<{ Params: { state: string } }>('/dev/host/device/:state', async (request, reply) => {
    const state = DEVICE_STATES.find(one => one === request.params.state) satisfies DeviceState | undefined
    if (!state || !device) return reply.callNotFound()
    device.state = state
    return { state }
  })
}
