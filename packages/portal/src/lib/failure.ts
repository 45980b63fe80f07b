import { TOKEN_EXPIRED } from '@kerf/contract/errors'

/** The code of a failed call, without asking for the client's class: pages read codes before any call is made. */
export function codeOf(error: unknown): number | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'number' ? code : undefined
}

export const isExpiry = (error: unknown): boolean => codeOf(error) === TOKEN_EXPIRED
