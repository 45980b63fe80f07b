/**
 * A simulated laser cutter that can have an owner, at which people log in, and that a pass starts. It knows its own keys and its reset number, and
 * nothing of the portal.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@kerf/contract/language'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import { ensureLineKey, findMachine, insertMachines, loadLineKey } from '../../entitlements/index.ts'
import { claimCardOf, claimCodeAt, deriveMachineKeys } from '../../machines/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'

import {
  act,
  countTime,
  newOfflineMemory,
  type OfflineAct,
  OfflineMemory,
  presentPass,
  type Shown,
  show,
} from './offline-machine.ts'

const SN = 'KERFDEMOLASER0000000001'
const LINE = 'laser'

/** What the factory stores in the machine. The reset number outlives a factory reset. */
const Memory = v.object({
  sn: v.string(),
  claimKey: v.string(),
  card: v.string(),
  /** hexadecimal; missing in a folder of an earlier version */
  clientKey: v.optional(v.string()),
  passKey: v.optional(v.string()),
  offline: v.optional(OfflineMemory),
  resetNumber: v.number(),
})
type Memory = v.InferOutput<typeof Memory>

const fileIn = (dataDir: string): string => join(dataDir, 'demo-machine.json')

/** Makes the machine and registers it, once. */
export async function buildMachine(db: Database, keys: Keys, dataDir: string): Promise<void> {
  const known = existsSync(fileIn(dataDir)) ? read(dataDir) : undefined
  if (known?.clientKey !== undefined && known.passKey !== undefined) return
  const newest = await ensureLineKey(db, keys.wrapping, LINE)
  await insertMachines(db, { serialNumbers: [SN], line: LINE, version: newest, unlock: false })
  const [registered] = await findMachine(db, { serialNumber: SN })
  const { key_version: version, generation } = registered ?? {}
  const lineKey = await loadLineKey(db, keys.wrapping, LINE, version ?? newest)
  const { claim, card, client, pass } = deriveMachineKeys(lineKey, { sn: SN, generation: generation ?? 1 })
  write(dataDir, {
    sn: SN,
    claimKey: claim.toString('hex'),
    card: claimCardOf(card),
    clientKey: client.toString('hex'),
    passKey: pass.toString('hex'),
    resetNumber: known?.resetNumber ?? 0,
  })
}

const read = (dataDir: string): Memory => v.parse(Memory, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))

const write = (dataDir: string, memory: Memory): void =>
  writeFileSync(fileIn(dataDir), JSON.stringify(memory), { mode: 0o600 })

const nowSeconds = (): number => Math.floor(Date.now() / 1_000)

const ASSERTION_TTL_SECONDS = 60

export const PORTAL_ENDPOINTS = ['device_authorization_endpoint', 'token_endpoint'] as const
export type PortalEndpoint = (typeof PORTAL_ENDPOINTS)[number]
const Discovery = v.object({
  issuer: v.string(),
  device_authorization_endpoint: v.string(),
  token_endpoint: v.string(),
})

export const createClaimableMachine = (dataDir: string) => ({
  /** Printed on the machine and on the card in its box. */
  labels(): { sn: string; card: string } {
    const { sn, card } = read(dataDir)
    return { sn, card }
  },

  /** The ten digits that it shows after the six digits of a claim were typed into it (docs/machines.md). */
  showCode(digits: string): string {
    const { claimKey, resetNumber } = read(dataDir)
    return claimCodeAt(Buffer.from(claimKey, 'hex'), resetNumber, Number(digits))
  },

  /** Calls the portal as the firmware does, and proves which machine it is (RFC 7523). */
  async callPortal(
    portal: URL,
    endpoint: PortalEndpoint,
    parameters: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const { sn, clientKey = '', resetNumber } = read(dataDir)
    const discovery = await fetch(new URL('/.well-known/openid-configuration', portal))
    const { issuer, [endpoint]: address } = v.parse(Discovery, await discovery.json())
    const clientId = `machine:${sn}`
    const now = nowSeconds()
    const assertion = await new SignJWT({ reset_number: resetNumber })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_TTL_SECONDS)
      .sign(new TextEncoder().encode(clientKey))
    const body = new URLSearchParams({
      ...parameters,
      client_id: clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    })
    return (await fetch(address, { method: 'POST', body })).json()
  },

  /** Without a network. `text`: of the QR code of a pass. */
  presentPass(text: string, language: Language): Shown {
    const { passKey = '', offline = newOfflineMemory(nowSeconds()), ...memory } = read(dataDir)
    const shown = presentPass(offline, Buffer.from(passKey, 'hex'), text, { now: nowSeconds(), language })
    write(dataDir, { ...memory, passKey, offline: shown.memory })
    return shown
  },

  showOffline(): Shown {
    const { offline = newOfflineMemory(nowSeconds()) } = read(dataDir)
    return show(countTime(offline, nowSeconds()), '', nowSeconds())
  },

  /** Sets its clock, or lets time pass in its world. */
  actOffline(what: OfflineAct): Shown {
    const { offline = newOfflineMemory(nowSeconds()), ...memory } = read(dataDir)
    const changed = act(offline, what, nowSeconds())
    write(dataDir, { ...memory, offline: changed })
    return show(changed, '', nowSeconds())
  },

  /** Returns the new reset number. */
  factoryReset(): number {
    const memory = read(dataDir)
    const resetNumber = memory.resetNumber + 1
    write(dataDir, { ...memory, resetNumber })
    return resetNumber
  },
})

export type ClaimableMachine = ReturnType<typeof createClaimableMachine>
