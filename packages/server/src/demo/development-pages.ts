/** `/docs` and `/dev/*`, in development only (S-128). */
import type { LoadedBrand } from '@kerf/brands/registry'
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/host/native-calls'
import type { FastifyInstance } from 'fastify'
import { mailboxFolder } from '../outbound/mail/mailbox-transport.ts'
import type { Config } from '../platform/config/config.ts'
import type { PublicHosts } from '../web/request/public-hosts.ts'
import { apiReferenceRoutes } from './api-reference/api-reference-routes.ts'
import { demoHostRoutes, nativeBridgeScript } from './host/demo-host.ts'
import { createClaimableMachine } from './machine/claimable-machine.ts'
import { machinePageRoutes } from './machine/machine-page.ts'
import { simulateMachine } from './machine/simulate-machine.ts'
import { mailboxRoutes } from './mailbox/mailbox-routes.ts'

export interface DevelopmentOptions {
  readonly config: Config
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly names: PublicHosts
}

export interface DevelopmentPages {
  /** port on which pages connect to a machine */
  readonly machinePort: number
  /** path of the simulated native bridge, if this browser asked for it by its cookie */
  readonly nativeBridgeScript: (cookie: string | undefined) => string | undefined
}

export async function registerDevelopmentPages(
  http: FastifyInstance,
  { config, brands, names }: DevelopmentOptions,
): Promise<DevelopmentPages> {
  const { deviceSimulatorPort: port } = config
  const machine =
    port === undefined
      ? undefined
      : await simulateMachine(port, origin => names.publicUrls().some(url => url.origin === origin))
  if (port !== undefined && !machine)
    http.log.info({ port }, 'port in use: the machine simulator is not started')
  if (machine) http.addHook('onClose', () => machine.close())
  await http.register(demoHostRoutes, { portals: names.publicUrls, brands, machine })
  const portal = () => names.publicUrls()[0] as URL
  await http.register(machinePageRoutes, { machine: createClaimableMachine(config.dataDir), portal })
  await http.register(apiReferenceRoutes, { portal })
  if (config.mailUrl === undefined)
    await http.register(mailboxRoutes, {
      folder: mailboxFolder(config.dataDir),
      hostnames: () => names.publicUrls().map(url => url.hostname),
    })
  return { machinePort: machine?.port ?? MACHINE_BRIDGE_PORT, nativeBridgeScript }
}
