/** `/dev/host`: a page that embeds the portal the way host apps do. */
import { readFile } from 'node:fs/promises'
import type { LoadedBrand } from '@kerf/brands/registry'
import { LANGUAGES } from '@kerf/contract/language'
import type { FastifyInstance } from 'fastify'
import { cookieValues } from '../../web/request/cookies.ts'
import { MACHINE_STATES, type MachineSimulator, type MachineState } from '../machine/simulate-machine.ts'
import { pageLanguage } from '../style/development-language.ts'
import { hostPage } from './host-page.ts'

const SCRIPTS = ['demo-host.js', 'host-side.js', 'native-stand-in.js']
const NATIVE_BRIDGE_COOKIE = 'kerfStandIn'

/** Path of the script that simulates a native bridge, if the demo host's cookie asks for one. */
export function nativeBridgeScript(cookie: string | undefined): string | undefined {
  const kind = cookieValues(cookie, NATIVE_BRIDGE_COOKIE)[0]
  return kind === 'webkit' || kind === 'android' ? `/dev/host/native-stand-in.js?${kind}` : undefined
}

export interface DemoHostOptions {
  /** public URLs of the portal */
  readonly portals: () => readonly URL[]
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly machine: MachineSimulator | undefined
}

/** Trusted at the portal's own host names, and at `DEMO_HOST`, where it is cross-site. */
export async function demoHostRoutes(
  app: FastifyInstance,
  { portals, brands, machine }: DemoHostOptions,
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
  app.get('/dev/host', async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy())
    return hostPage({
      language: pageLanguage(request),
      portals: origins(),
      apps: [...brands.keys()],
      languages: LANGUAGES,
      machine: machine && { port: machine.port, state: machine.state, states: MACHINE_STATES },
    })
  })
  for (const name of SCRIPTS)
    app.get(`/dev/host/${name}`, async (_request, reply) => {
      reply.type('text/javascript; charset=utf-8')
      return readFile(new URL(`browser/${name}`, import.meta.url), 'utf8')
    })

  app.get('/dev/host/device', async () => ({
    state: machine?.state ?? null,
    received: machine?.received ?? [],
  }))
  app.put<{ Params: { state: string } }>('/dev/host/device/:state', async (request, reply) => {
    const state = MACHINE_STATES.find(one => one === request.params.state) satisfies MachineState | undefined
    if (!state || !machine) return reply.callNotFound()
    machine.state = state
    return { state }
  })
}
