import { error_network } from '@kerf/locales/messages'
import type { ErrorDescription } from './error-texts.ts'

const load = () => import('./error-texts.ts')

/** Fetches the words for failures ahead of need, so that they are there when the network is not. */
export const preloadErrorTexts = (): void => void load().catch(() => {})

/** What to say about a failed call. If even the words cannot be fetched, the network is the trouble. */
export async function describeError(error: unknown): Promise<ErrorDescription> {
  try {
    return (await load()).createErrorDescription(error)
  } catch {
    return { errorName: undefined, text: error_network, action: 'form', fields: {} }
  }
}
