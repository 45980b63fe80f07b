/**
 * oidc-provider 9.13.3: `DeviceCode.find`. The library does not refuse devices that poll too often (RFC 8628, section 3.5), and ends the
 * grant where a device polls once more beside the poll that got the tokens.
 */
import type { Context, DeviceCode, Provider } from 'oidc-provider/lib/provider.js'
import { sha256 } from '../../../platform/keys/secrets.ts'
import { isOverLimit, type RateLimiter } from '../../../platform/limits/rate-limiter.ts'

/** A device polls every five seconds. One second is left for requests that the network delays differently. */
const POLLS = { limit: 1, seconds: 4 }

export function limitDevicePolls(
  provider: Provider,
  limiter: RateLimiter,
  context: () => Context | undefined,
  slowDown: () => Error,
  /** Throws, or changes the code, if it is one of a machine. */
  advance: (code: DeviceCode, context: Context, limitPoll: () => Promise<void>) => Promise<void>,
): void {
  const findDeviceCode = provider.DeviceCode.find.bind(provider.DeviceCode)
  provider.DeviceCode.find = async (value, options) => {
    const code = await findDeviceCode(value, options)
    const ctx = context()
    const isPoll = ctx?.oidc.route === 'token'
    if (isPoll && code?.consumed) return undefined
    const isPending = code && code.accountId === undefined && code.error === undefined
    const limitPoll = () =>
      limiter
        .consume({ ...POLLS, key: `device-poll:${sha256(value).toString('base64url')}` })
        .catch(error => {
          throw isOverLimit(error) ? slowDown() : error
        })
    if (isPending && isPoll) await advance(code, ctx, limitPoll)
    return code
  }
}
