/** Serial numbers that the host app knows: of its machines, and the last one that was unlocked here. */
import { serialNumberError } from '@kerf/contract/serial-number'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callHost } from '../../lib/bridge/host.ts'
import { accountQueryKey, queryClient } from '../../lib/query/query-client.ts'

export interface KnownMachine {
  readonly sn: string
  /** '' for the last one, of which only the serial number is stored */
  readonly name: string
}

const LAST_KEY = 'welder.last-sn'
const STORAGE_TIMEOUT_MS = 1_000

/** Empty where the host lacks the methods. The calls wait a second at most. */
export async function loadKnownMachines(): Promise<readonly KnownMachine[]> {
  const [device, last] = await Promise.all([
    callHost('device.info', {}),
    // Its own timeout is longer, and the home waits for both.
    callHost('storage.get', { key: LAST_KEY }, { signal: AbortSignal.timeout(STORAGE_TIMEOUT_MS) }),
  ])
  const machines = device.ok ? device.value.machines.map(({ sn = '', name }) => ({ sn, name })) : []
  const stored = last.ok && last.value.value !== null ? [{ sn: last.value.value, name: '' }] : []
  const valid = [...machines, ...stored].filter(({ sn }) => serialNumberError(sn) === undefined)
  return valid.filter(({ sn }, index) => valid.findIndex(other => other.sn === sn) === index)
}

export const knownMachinesQuery = () =>
  queryOptions({ queryKey: accountQueryKey('known-machines'), queryFn: loadKnownMachines })

/** None until the host has answered. */
export const useKnownMachines = (): readonly KnownMachine[] =>
  useQuery(knownMachinesQuery(), queryClient).data ?? []

/** A host that stores nothing is no error: the person types the number again. */
export async function rememberMachine(sn: string): Promise<void> {
  await callHost('storage.save', { key: LAST_KEY, value: sn })
}
