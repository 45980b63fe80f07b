/** Accounts whose address differs from what was typed by a typo. */
import type { Database } from '../../platform/db/database.ts'
import { hasSimilarIndex } from '../installation/database-status-store.ts'
import { findByLocalParts, findSimilar, setSimilarity } from './find-store.ts'

/** `stopped`: it took too long, because too many addresses are similar. */
export type SimilarSearch = 'searched' | 'not needed' | 'missing' | 'stopped'

/** Shorter texts are similar to everything. */
const LOCAL_MIN = 5
const SIMILARITY_MAX = 0.55
const TIMEOUT_MS = 2_000
/** SQLSTATE of a statement that ran into its timeout. */
const CANCELED = '57014'

/**
 * The least similarity of two words of this length that differ in one character: of L + 1 groups of three, three differ. A bound that
 * rises with the length keeps the rows few that the index returns.
 */
const leastSimilarity = (length: number): number =>
  Math.min(SIMILARITY_MAX, (length - 2) / (length + 4)) - 0.01

/** The word with each two neighbors exchanged: that typo changes more groups of three than any other. */
const exchanged = (word: string): string[] => {
  const letters = [...word]
  return letters
    .slice(1)
    .map((letter, index) =>
      [...letters.slice(0, index), letter, letters[index], ...letters.slice(index + 2)].join(''),
    )
}

/** `text`: an address or the part before its @, in lower case. The most similar first. */
export async function findSimilarAddresses(
  db: Database,
  text: string,
  limit: number,
): Promise<{ readonly uids: readonly string[]; readonly search: SimilarSearch }> {
  const [local = ''] = text.split('@')
  if (local.length < LOCAL_MIN || /\s/.test(local)) return { uids: [], search: 'not needed' }
  const neighbors = await findByLocalParts(db, { locals: exchanged(local), limit })
  const [index] = await hasSimilarIndex(db)
  if (!index?.has) return { uids: neighbors.map(({ uid }) => uid), search: 'missing' }
  const least = leastSimilarity(local.length)
  try {
    const similar = await db.transaction(async tx => {
      await setSimilarity(tx, { least: String(least), timeout: String(TIMEOUT_MS) })
      return findSimilar(tx, { local, address: text, least, limit })
    })
    return { uids: [...similar, ...neighbors].map(({ uid }) => uid), search: 'searched' }
  } catch (error) {
    if ((error as { code?: unknown }).code !== CANCELED) throw error
    return { uids: neighbors.map(({ uid }) => uid), search: 'stopped' }
  }
}
