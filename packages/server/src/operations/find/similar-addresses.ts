/** Accounts whose address differs from what was typed by a typo. */
import type { Database } from '../../platform/db/database.ts'
import { hasSimilarIndex } from '../installation/database-status-store.ts'
import { findByAddresses, findSimilar, setSimilarity } from './find-store.ts'

/** `stopped`: it took too long, because too many addresses are similar. */
export type SimilarSearch = 'searched' | 'not needed' | 'missing' | 'stopped'

/** Shorter texts are similar to everything. */
const LOCAL_MIN = 5
/** Of texts that consist of few groups. */
const LEAST = 0.3
/** Groups that a wrong, missing or further character changes. */
const CHANGED = 3
const TIMEOUT_MS = 2_000
/** SQLSTATE of a statement that ran into its timeout. */
const CANCELED = '57014'

/** Groups of three that pg_trgm compares: of each word, with two spaces before it and one after it. */
function countTrigrams(text: string): number {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const trigrams = words.flatMap(word => {
    const padded = `  ${word} `
    return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3))
  })
  return new Set(trigrams).size
}

/**
 * The least similarity of two texts that differ in one typo: it takes groups away and adds as many. The index returns few rows because
 * this bound rises with the length.
 */
const leastSimilarity = (text: string): number => {
  const count = countTrigrams(text)
  return Math.max((count - CHANGED) / (count + CHANGED), LEAST) - 0.001
}

/** The word with each two neighbors exchanged: that typo changes more groups than any other, so these addresses are looked up. */
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
  const [local = '', domain] = text.split('@')
  if (local.length < LOCAL_MIN || /\s/.test(local)) return { uids: [], search: 'not needed' }
  const addresses = domain ? exchanged(local).map(part => `${part}@${domain}`) : []
  const neighbors = addresses.length === 0 ? [] : await findByAddresses(db, { addresses, limit })
  const [index] = await hasSimilarIndex(db)
  if (!index?.has) return { uids: neighbors.map(({ uid }) => uid), search: 'missing' }
  const least = leastSimilarity(local)
  try {
    const similar = await db.transaction(async tx => {
      await setSimilarity(tx, { least: String(least), timeout: String(TIMEOUT_MS) })
      return findSimilar(tx, { local, address: text, least, limit })
    })
    return { uids: [...neighbors, ...similar].map(({ uid }) => uid), search: 'searched' }
  } catch (error) {
    if ((error as { code?: unknown }).code !== CANCELED) throw error
    return { uids: neighbors.map(({ uid }) => uid), search: 'stopped' }
  }
}
