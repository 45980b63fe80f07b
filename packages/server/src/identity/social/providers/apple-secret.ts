import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SignJWT } from 'jose'
import { ConfigError } from '../../../platform/config/config.ts'
import type { AppleKeySettings } from '../../../platform/config/social-channels.ts'

/** Apple accepts six months at most. A secret is signed for each request, so that none expires or has to be renewed. */
const TTL = '5 minutes'

function readKey(file: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(readFileSync(file))
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    // The caller reports the file. The message may contain a part of the key.
    return undefined
  }
}

/**
 * Signs client secrets of Apple: JWTs of the key that Apple issued (developer.apple.com, "Creating a client secret").
 * Throws a ConfigError if the file is not such a key.
 */
export function createAppleSecret({ file, keyId, teamId }: AppleKeySettings, clientId: string) {
  const key = readKey(file)
  if (!key) throw new ConfigError([`OAUTH_APPLE_KEY_FILE=${file} is not a key file (.p8) of Apple`])
  return (): Promise<string> =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience('https://appleid.apple.com')
      .setIssuedAt()
      .setExpirationTime(TTL)
      .sign(key)
}
