import type { CodePart } from '../../lib/code-link.ts'

/** What the route lends this feature from others. */
export interface Lent {
  /** makes a call, with a fresh proof where it is wanted */
  prove<T>(work: () => Promise<T>): Promise<T>
  readonly codePart: CodePart
}
