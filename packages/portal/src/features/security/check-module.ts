/** Asks the app around the page about the safety module; without an app, the machine itself. */
import { callDevice } from '../../lib/bridge/device-socket.ts'
import { callHost, hostWay } from '../../lib/bridge/host.ts'
import { type ModuleState, moduleState } from './module-state.ts'

export async function checkModule(signal: AbortSignal): Promise<ModuleState> {
  if (hostWay() !== 'none') {
    const result = await callHost('module.status', {}, { signal })
    // A page that opened us is not always an app that can ask.
    const isApp = result.ok || result.reason !== 'no-host'
    if (isApp) return moduleState(result)
  }
  return moduleState(await callDevice('module.status', {}, { signal }))
}
