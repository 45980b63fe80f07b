import { callHost, hostWay, tellHost } from './host.ts'

/** The person is done here. An app closes its view; a page takes its frame away; a window closes itself. */
export async function closeView(): Promise<void> {
  tellHost({ type: 'close' })
  const way = hostWay()
  if (way === 'native') await callHost('view.close', {})
  if (way === 'window') window.close()
}
