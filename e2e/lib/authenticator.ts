/** Chromium's virtual authenticator: a device with a screen lock that holds passkeys. */
import type { CDPSession, Page } from '@playwright/test'

export interface VirtualAuthenticator {
  /** ids of the passkeys that it holds, base64 */
  credentials(): Promise<readonly string[]>
  /** Answers prompts, and chooses the passkey that the autofill offers, from now on. */
  setPresence(isPresent: boolean): Promise<void>
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
  return {
    async credentials() {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ credentialId }) => credentialId)
    },
    async setPresence(isPresent) {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isPresent })
    },
  }
}
