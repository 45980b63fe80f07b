import { error_network } from '@kerf/locales/messages'
import type { Explained } from './explain.ts'

const load = () => import('./explain.ts')

/** Fetches the words for failures ahead of need, so that they are there when the network is not. */
export const preloadFaults = (): void => void load().catch(() => {})

/** What to say about a failed call. If even the words cannot be fetched, the network is the trouble. */
export async function explainFault(error: unknown): Promise<Explained> {
  try {
    return (await load()).explain(error)
  } catch {
    return { errorName: undefined, text: error_network, action: 'form', fields: {} }
  }
}
