/** Completes `s` (system) and `av` (app version) from the host, where the URL does not contain them. */
import { callHost, getHostKind, onHostMessage } from '../lib/bridge/host.ts'
import { nativeSystem } from '../lib/bridge/native-system.ts'
import { getPageContext, setPageContext } from '../lib/page/page-context.ts'

export function adaptToHost(): void {
  onHostMessage(message => {
    if (message.type !== 'hello') return
    if (message.app) applyHostDetails(message.app)
    else if (getPageContext().url.av === undefined && message.calls?.includes('app.version'))
      void callHost('app.version', {}).then(result => result.ok && applyHostDetails(result.value))
  })
  if (getHostKind() === 'native') applyHostDetails({ system: nativeSystem(getPageContext().system) })
}

/** The parameters of the URL take precedence, because the host itself opened it. */
function applyHostDetails({
  version,
  system,
}: {
  version?: string
  system?: ReturnType<typeof nativeSystem> | undefined
}): void {
  const context = getPageContext()
  const { url } = context
  setPageContext({
    ...context,
    system: url.s ?? system ?? context.system,
    url: url.av === undefined && version ? { ...url, av: version } : url,
  })
}
