import { callHost, getHostKind, postToHost } from './host.ts'

/** Leaves the portal: an app closes its web view, a host page removes the frame, a window closes itself. */
export async function closeView(): Promise<void> {
  postToHost({ type: 'close' })
  const kind = getHostKind()
  if (kind === 'native') await callHost('view.close', {})
  if (kind === 'window') window.close()
}
