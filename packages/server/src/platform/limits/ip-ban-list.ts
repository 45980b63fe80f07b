/** Banned networks, cached in memory. Refreshed by notification, and every few seconds in case one is lost. */
import { BlockList, isIPv6 } from 'node:net'
import type { Database } from '../db/database.ts'
import { listen } from '../db/listen.ts'
import { untilAvailable } from '../db/until-available.ts'
import { canonicalAddress } from './ip-address.ts'
import { BAN_CHANNEL, listBannedNetworks } from './ip-ban-store.ts'

export interface IpBanList {
  /** `ip` may be a getter: it is read only if a network is banned */
  isBanned(caller: { readonly ip: string }): boolean
  stop(): Promise<void>
}

const REFRESH_INTERVAL_MS = 5_000

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

export async function createIpBanList(db: Database, onError: (error: Error) => void): Promise<IpBanList> {
  let banned: BlockList | undefined
  const read = async (): Promise<void> => {
    const networks = await listBannedNetworks(db)
    const next = new BlockList()
    for (const { address, bits } of networks) next.addSubnet(address, bits, familyOf(address))
    banned = networks.length > 0 ? next : undefined
  }
  const refresh = (): void => {
    read().catch(onError)
  }
  await untilAvailable(read)
  const timer = setInterval(refresh, REFRESH_INTERVAL_MS).unref()
  const listening = listen(db, BAN_CHANNEL, refresh, onError)
  return {
    isBanned(caller) {
      if (banned === undefined) return false
      const address = canonicalAddress(caller.ip)
      return address !== undefined && banned.check(address, familyOf(address))
    },
    async stop() {
      clearInterval(timer)
      await listening.stop()
    },
  }
}
