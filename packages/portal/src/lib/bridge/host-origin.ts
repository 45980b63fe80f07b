export interface HostOrigins {
  /** Exact origins of the hosts that the deployment allows. */
  readonly origins: readonly string[]
  /** Development: hosts may run on any port of this machine. */
  readonly allowLocalhost: boolean
}

const LOCALHOST = /^http:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1)(?::\d{1,5})?$/

export const isHostOrigin = (origin: string, { origins, allowLocalhost }: HostOrigins): boolean =>
  origins.includes(origin) || (allowLocalhost && LOCALHOST.test(origin))
