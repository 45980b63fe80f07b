/** The product that most tests share. The global setup starts it; the test processes find it in their environment. */
import type { Environment, Samples } from './product.ts'

export interface SharedProduct {
  /** its address; it asks for no human check */
  readonly url: string
  /** its sample apps */
  readonly samples: Samples
  /** its settings, for the operator's command line */
  readonly environment: Environment
}

const VARIABLE = 'KERF_E2E_PRODUCT'

export const shareProduct = ({ url, samples, environment }: SharedProduct): void => {
  process.env[VARIABLE] = JSON.stringify({ url, samples, environment })
}

export function sharedProduct(): SharedProduct {
  const value = process.env[VARIABLE]
  if (!value) throw new Error('the shared product is not running')
  return JSON.parse(value) as SharedProduct
}
