/** A simulated laser cutter that can have an owner. It knows its own keys and its reset number, and nothing of the portal. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { ensureLineKey, findMachine, insertMachines, loadLineKey } from '../../entitlements/index.ts'
import { claimCardOf, claimCodeAt, deriveMachineKeys } from '../../machines/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'

const SN = 'KERFDEMOLASER0000000001'
const LINE = 'laser'

/** What the factory stores in the machine. The reset number outlives a factory reset. */
const Memory = v.object({
  sn: v.string(),
  claimKey: v.string(),
  card: v.string(),
  resetNumber: v.number(),
})
type Memory = v.InferOutput<typeof Memory>

const fileIn = (dataDir: string): string => join(dataDir, 'demo-machine.json')

/** Makes the machine and registers it, once. */
export async function buildMachine(db: Database, keys: Keys, dataDir: string): Promise<void> {
  if (existsSync(fileIn(dataDir))) return
  const newest = await ensureLineKey(db, keys.wrapping, LINE)
  await insertMachines(db, { serialNumbers: [SN], line: LINE, version: newest, unlock: false })
  const [registered] = await findMachine(db, { serialNumber: SN })
  const { key_version: version, generation } = registered ?? {}
  const lineKey = await loadLineKey(db, keys.wrapping, LINE, version ?? newest)
  const { claim, card } = deriveMachineKeys(lineKey, { sn: SN, generation: generation ?? 1 })
  write(dataDir, { sn: SN, claimKey: claim.toString('hex'), card: claimCardOf(card), resetNumber: 0 })
}

const read = (dataDir: string): Memory => v.parse(Memory, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))

const write = (dataDir: string, memory: Memory): void =>
  writeFileSync(fileIn(dataDir), JSON.stringify(memory), { mode: 0o600 })

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

  /** Returns the new reset number. */
  factoryReset(): number {
    const memory = read(dataDir)
    const resetNumber = memory.resetNumber + 1
    write(dataDir, { ...memory, resetNumber })
    return resetNumber
  },
})

export type ClaimableMachine = ReturnType<typeof createClaimableMachine>
