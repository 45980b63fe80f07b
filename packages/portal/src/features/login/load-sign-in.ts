import { preloadErrorTexts } from '../../lib/api/describe-error.ts'
import { hasPasskeySupport } from '../../parts/passkeys/passkey-support.ts'

/** Rejects with a network error, like a call, if the chunk does not load. */
export const loadSignIn = () => import('./sign-in.ts')

export const loadErrorNotice = () => import('./login-error-notice.tsx')

/** Loads the code that submitting needs while the visitor types. */
export function preloadSignIn(): void {
  preloadErrorTexts()
  void Promise.all([loadSignIn(), loadErrorNotice()]).catch(() => {})
}

/** What the first screen does not need must not compete with its scripts and its picture. */
const PASSKEY_DELAY_MS = 500

export const loadPasskeyLogin = async () => (await import('./passkey-login.tsx')).PasskeyLogin

/** Resolves to undefined in browsers without passkeys. */
export async function preparePasskeyLogin() {
  if (!hasPasskeySupport()) return undefined
  await new Promise(resolve => setTimeout(resolve, PASSKEY_DELAY_MS))
  return loadPasskeyLogin()
}
