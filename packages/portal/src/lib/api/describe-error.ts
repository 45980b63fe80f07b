import { error_network } from '@kerf/locales/messages'
import type { ErrorDescription } from './error-texts.ts'

const loadErrorTexts = () => import('./error-texts.ts')

/** Loads the error texts in advance, so that they are available when the network is not. */
export const preloadErrorTexts = (): void => void loadErrorTexts().catch(() => {})

/** Describes any thrown value. Never rejects: if the texts do not load, the description is that of a network error. */
export async function describeError(error: unknown): Promise<ErrorDescription> {
  try {
    return (await loadErrorTexts()).createErrorDescription(error)
  } catch {
    return { errorName: undefined, text: error_network, action: 'form', fields: {} }
  }
}
