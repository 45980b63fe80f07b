/** Reads the state of the safety module from the host app or, without a host app, from the machine on this computer. */

import { callHost, getHostKind } from '../../lib/bridge/host.ts'
import { callMachine } from '../../lib/bridge/machine-socket.ts'
import { type SafetyModuleState, toSafetyModuleState } from './safety-module-state.ts'

export async function checkSafetyModule(signal: AbortSignal): Promise<SafetyModuleState> {
  if (getHostKind() !== 'none') {
    const result = await callHost('module.status', {}, { signal })
    // A page that opened this window may not be a host app.
    const isApp = result.ok || result.reason !== 'no-host'
    if (isApp) return toSafetyModuleState(result)
  }
  return toSafetyModuleState(await callMachine('module.status', {}, { signal }))
}
