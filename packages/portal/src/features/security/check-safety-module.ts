/** Asks the app around the page about the safety module; without an app, the machine itself. */

import { callHost, getHostKind } from '../../lib/bridge/host.ts'
import { callMachine } from '../../lib/bridge/machine-socket.ts'
import { type SafetyModuleState, toSafetyModuleState } from './safety-module-state.ts'

export async function checkSafetyModule(signal: AbortSignal): Promise<SafetyModuleState> {
  if (getHostKind() !== 'none') {
    const result = await callHost('module.status', {}, { signal })
    // A page that opened us is not always an app that can ask.
    const isApp = result.ok || result.reason !== 'no-host'
    if (isApp) return toSafetyModuleState(result)
  }
  return toSafetyModuleState(await callMachine('module.status', {}, { signal }))
}
