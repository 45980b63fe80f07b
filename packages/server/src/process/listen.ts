/** The addresses that a process listens on: known only once it listens, if a port is 0. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, ListenOptions } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { createHttpsServer } from '../web/https-server.ts'
import { loadDevelopment } from './development.ts'

type Development = NonNullable<Awaited<ReturnType<typeof loadDevelopment>>>
type Certificate = Awaited<ReturnType<Development['prepareLocalCertificate']>>

export interface HttpsAddress {
  readonly url: URL
  readonly certificate: Certificate
}

export interface Listening {
  /** the port that is listened on, which PUBLIC_URL need not name */
  readonly port: number
  /** the https address of development; undefined: DEV_HTTPS_PORT is not set */
  readonly https: HttpsAddress | undefined
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** `setting`: the variable that names the port. */
async function explainPortInUse(listening: Promise<unknown>, setting: string, { port, host }: ListenOptions) {
  try {
    await listening
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new StartupError(
      `Port ${port} on ${host} is in use. Set ${setting} to another port, or to 0 for any free port.`,
    )
  }
}

/** The certificate of DEV_HTTPS_PORT and a server that serves `app` with it. */
async function prepareHttps(config: Config, app: FastifyInstance) {
  if (config.devHttpsPort === undefined) return undefined
  const development = await loadDevelopment(config)
  const certificate = await development?.prepareLocalCertificate(config)
  return certificate && { certificate, server: createHttpsServer(app, certificate) }
}

export function createListener(config: Config) {
  const { host, publicUrl } = config
  let url = publicUrl ?? new URL(`http://localhost:${config.port}`)
  let httpsPort: number | undefined
  return {
    /** base URL of the portal */
    url: () => url,
    /** port of the https address in development */
    httpsPort: () => httpsPort,
    /** Loads the certificate of development. The function that it returns listens. */
    async prepare(http: FastifyInstance): Promise<() => Promise<Listening>> {
      const secure = await prepareHttps(config, http)
      return async () => {
        const address = { port: config.port, host }
        await explainPortInUse(http.listen(address), 'PORT', address)
        const port = portOf(http.server)
        if (publicUrl === undefined) url = new URL(`http://localhost:${port}`)
        if (!secure) return { port, https: undefined }
        const secureAddress = { port: config.devHttpsPort, host }
        const listening = once(secure.server.listen(secureAddress), 'listening')
        await explainPortInUse(listening, 'DEV_HTTPS_PORT', secureAddress)
        httpsPort = portOf(secure.server)
        const https = {
          url: new URL(`https://${url.hostname}:${httpsPort}`),
          certificate: secure.certificate,
        }
        return { port, https }
      }
    },
  }
}
