import { callHost, getHostKind, postToHost } from './host.ts'

/** The person is done here. An app closes its view; a page takes its frame away; a window closes itself. */
export async function closeView(): Promise<void> {
  postToHost({ type: 'close' })
  const way = getHostKind()
  if (way === 'native') await callHost('view.close', {})
  if (way === 'window') window.close()
}
