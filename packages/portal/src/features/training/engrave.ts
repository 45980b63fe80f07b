/** Has the host app make G-code, and sends it to the machine: by the host, or over the local socket of the machine's driver. */
import type { NativeInput, NativeOutput } from '@kerf/contract/native-calls'
import { callHost } from '../../lib/bridge/host.ts'
import type { HostResult } from '../../lib/bridge/host-calls.ts'

export async function engrave(file: NativeInput<'gcode.generate'>): Promise<HostResult<unknown>> {
  const made = await callHost('gcode.generate', file)
  if (!made.ok) return made
  const sent = await callHost('gcode.process', made.value)
  return !sent.ok && sent.reason === 'unsupported' ? processOverSocket(made.value) : sent
}

/** A browser asks for permission first: the person has just pressed a button. */
async function processOverSocket(made: NativeOutput<'gcode.generate'>): Promise<HostResult<unknown>> {
  const { callMachine } = await import('../../lib/bridge/machine-socket.ts')
  return callMachine('gcode.process', made)
}
