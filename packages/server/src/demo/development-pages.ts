/**
 * `/docs` and `/dev/*`: in development only (S-128), and loaded only there: an ES import of `node:http` alone reads all its
 * exports, and with them 25 ms of undici.
 */
import type { LoadedBrand } from '@kerf/brands/registry'
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/native-calls'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import type { PublicNames } from '../platform/config/public-names.ts'
import { devMailbox } from '../platform/mail/dev-mailbox.ts'
import { mailboxFolder } from '../platform/mail/mailbox.ts'
import { docsPage } from './api-reference/docs-page.ts'
import { simulateDevice } from './device/simulate-device.ts'
import { demoHost, standInOf } from './host/demo-host.ts'

export interface DevelopmentOptions {
  readonly config: Config
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly names: PublicNames
}

export interface DevelopmentFacts {
  /** where pages look for a device */
  readonly devicePort: number
  readonly standIn: typeof standInOf
}

export async function developmentPages(
  http: FastifyInstance,
  { config, brands, names }: DevelopmentOptions,
): Promise<DevelopmentFacts> {
  const { deviceSimulatorPort: port } = config
  const device =
    port === undefined
      ? undefined
      : await simulateDevice(port, origin => names.all().some(url => url.origin === origin))
  if (port !== undefined && !device) http.log.info(`port ${port} is taken: the device there is not simulated`)
  if (device) http.addHook('onClose', () => device.close())
  await http.register(demoHost, { portals: names.all, brands, device })
  await http.register(docsPage)
  if (config.mailUrl === undefined) await http.register(devMailbox, { folder: mailboxFolder(config.dataDir) })
  return { devicePort: device?.port ?? MACHINE_BRIDGE_PORT, standIn: standInOf }
}
