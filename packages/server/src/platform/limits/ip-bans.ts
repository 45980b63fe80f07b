/** Banned networks, held in memory: changed by notification, read again every few seconds in case one is missed. */
import { BlockList, isIPv6 } from 'node:net'
import { type Database, statement } from '../db/database.ts'
import { listen } from '../db/listen.ts'
import { canonicalAddress } from '../http/ip-address.ts'

export interface IpBans {
  /** `ip` is read only while anything is banned: a request works it out when asked */
  isBanned(caller: { readonly ip: string }): boolean
  stop(): Promise<void>
}

const REREAD = 5_000

const list = statement<{ address: string; bits: number }>(
  'ip_ban.list',
  'select host(network) as address, masklen(network) as bits from ip_ban where until is null or until > now()',
)

export async function createIpBanList(db: Database, onError: (error: Error) => void): Promise<IpBans> {
  let banned: BlockList | undefined
  const read = async (): Promise<void> => {
    const rows = await list(db)
    const next = new BlockList()
    for (const { address, bits } of rows) next.addSubnet(address, bits, isIPv6(address) ? 'ipv6' : 'ipv4')
    banned = rows.length > 0 ? next : undefined
  }
  const reread = (): void => {
    read().catch(onError)
  }
  await read()
  const timer = setInterval(reread, REREAD).unref()
  const listening = listen(db, 'ip_ban', reread, onError)
  return {
    isBanned(caller) {
      if (banned === undefined) return false
      const address = canonicalAddress(caller.ip)
      return address !== undefined && banned.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    },
    async stop() {
      clearInterval(timer)
      await listening.stop()
    },
  }
}
