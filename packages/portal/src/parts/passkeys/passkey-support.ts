/** What this browser and this frame can do with passkeys. Small: pages that offer passkeys test it before they load anything. */

/** Browsers define the interface in secure contexts only. */
export const hasPasskeySupport = (): boolean => typeof PublicKeyCredential === 'function'

interface FeaturePolicy {
  allowsFeature(feature: string): boolean
}

/** Whether the host of this frame permits logins with a passkey. True where the browser cannot tell. */
export function isPasskeyPermitted(): boolean {
  const { featurePolicy } = document as { featurePolicy?: FeaturePolicy }
  return featurePolicy?.allowsFeature('publickey-credentials-get') ?? true
}

/** Passkeys are created on a page of the portal itself: inside a frame, the person does not see whose they are. */
export const canCreatePasskey = (): boolean => hasPasskeySupport() && window.parent === window
