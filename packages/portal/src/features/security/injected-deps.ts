import type { CodePart } from '../../lib/code-link.ts'

/** What the route lends this feature from others. */
export interface InjectedDeps {
  /** makes a call, with a fresh proof where it is wanted */
  withReauthentication<T>(work: () => Promise<T>): Promise<T>
  readonly codePart: CodePart
}
