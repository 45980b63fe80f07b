/** Banned networks, cached in memory. */
import { BlockList, isIPv6 } from 'node:net'
import { openCachedRead } from '../db/cached-read.ts'
import type { Database } from '../db/database.ts'
import { canonicalAddress } from './ip-address.ts'
import { BAN_CHANNEL, listBannedNetworks } from './ip-ban-store.ts'

export interface IpBanList {
  /** `ip` may be a getter: it is read only if a network is banned */
  isBanned(caller: { readonly ip: string }): boolean
  stop(): Promise<void>
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

export async function createIpBanList(db: Database, onError: (error: Error) => void): Promise<IpBanList> {
  const read = async (): Promise<BlockList | undefined> => {
    const networks = await listBannedNetworks(db)
    const next = new BlockList()
    for (const { address, bits } of networks) next.addSubnet(address, bits, familyOf(address))
    return networks.length > 0 ? next : undefined
  }
  const cached = await openCachedRead(db, BAN_CHANNEL, read, onError)
  return {
    isBanned(caller) {
      const banned = cached.current()
      if (banned === undefined) return false
      const address = canonicalAddress(caller.ip)
      return address !== undefined && banned.check(address, familyOf(address))
    },
    stop: cached.stop,
  }
}
