/** What the address did not say of the app around the page (`s`, `av`) is asked of the app itself. */

import { callHost, getHostKind, onHostMessage } from '../lib/bridge/host.ts'
import { nativeSystem } from '../lib/bridge/native-system.ts'
import { getPageContext, setPageContext } from '../lib/page-context.ts'

export function adaptToHost(): void {
  onHostMessage(message => {
    if (message.type !== 'hello') return
    if (message.app) adopt(message.app)
    else if (getPageContext().url.av === undefined && message.calls?.includes('app.version'))
      void callHost('app.version', {}).then(result => result.ok && adopt(result.value))
  })
  if (getHostKind() === 'native') adopt({ system: nativeSystem(getPageContext().system) })
}

/** The address has the last word: it is what the host itself opened. */
function adopt({
  version,
  system,
}: {
  version?: string
  system?: ReturnType<typeof nativeSystem> | undefined
}): void {
  const now = getPageContext()
  const { url } = now
  setPageContext({
    ...now,
    system: url.s ?? system ?? now.system,
    url: url.av === undefined && version ? { ...url, av: version } : url,
  })
}
