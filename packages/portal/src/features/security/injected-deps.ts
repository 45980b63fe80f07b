import type { VerificationCodeFieldComponent } from '../../ui/code-field/verification-code-slot.ts'

/** What the route lends this feature from others. */
export interface InjectedDeps {
  /** makes a call, with a fresh proof where it is wanted */
  withReauthentication<T>(work: () => Promise<T>): Promise<T>
  readonly verificationCodeField: VerificationCodeFieldComponent
}
