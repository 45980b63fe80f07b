/** Chromium's virtual authenticator: a device with a screen lock that holds passkeys. */
import type { CDPSession, Page } from '@playwright/test'

export interface VirtualAuthenticator {
  /** ids of the passkeys that it holds, base64 */
  credentials(): Promise<readonly string[]>
  /** Answers prompts, and chooses the passkey that the autofill offers, from now on. */
  setPresence(isPresent: boolean): Promise<void>
  /** Whether the person passes the screen lock. Otherwise the prompt is cancelled. */
  setVerified(isVerified: boolean): Promise<void>
  /** Replaces every passkey by a copy whose counter starts again, as a thief's device has it. Returns the counters of the originals. */
  clone(signCount: number): Promise<readonly number[]>
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const stored = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    async credentials() {
      return (await stored()).map(({ credentialId }) => credentialId)
    },
    async setPresence(isPresent) {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isPresent })
    },
    async setVerified(isUserVerified) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async clone(signCount) {
      const originals = await stored()
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
      for (const credential of originals)
        await cdp.send('WebAuthn.addCredential', {
          authenticatorId,
          credential: { ...credential, signCount },
        })
      return originals.map(original => original.signCount)
    },
  }
}
