import type { VerificationCodeFieldComponent } from '../../ui/code-field/verification-code-slot.ts'

/** Parts of other features that the route injects, because a feature must not import another one. */
export interface InjectedDeps {
  /** retries the call after reauthentication if the server requires it */
  withReauthentication<T>(work: () => Promise<T>): Promise<T>
  readonly verificationCodeField: VerificationCodeFieldComponent
}
