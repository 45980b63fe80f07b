/** A browser with passkeys, whose person answers when the test says so. After `showTestPage`, which hides what the browser has. */
import { onTestFinished, vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text).buffer
export const PASSKEY_OPTIONS = {
  challenge: 'AAAA',
  rpId: 'localhost',
  timeout: 1,
  userVerification: 'required' as const,
  allowCredentials: [],
}

interface Prompt {
  /** answers the browser's prompt or autofill */
  choose(): void
  cancel(): void
  readonly isOpen: boolean
}

export function fakePasskeys({ autofill = true } = {}): Prompt {
  let open: PromiseWithResolvers<unknown> | undefined
  const value = Object.assign(() => {}, {
    isConditionalMediationAvailable: async () => autofill,
    signalUnknownCredential: vi.fn(async () => {}),
  })
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value })
  const get = vi.spyOn(navigator.credentials, 'get').mockImplementation(options => {
    const opened = Promise.withResolvers<unknown>()
    open = opened
    options?.signal?.addEventListener('abort', () => {
      if (open === opened) open = undefined
      opened.reject(options.signal?.reason)
    })
    return opened.promise as Promise<Credential>
  })
  onTestFinished(() => {
    get.mockRestore()
    Reflect.deleteProperty(window, 'PublicKeyCredential')
  })
  return {
    choose() {
      open?.resolve({
        id: 'AQID',
        rawId: new Uint8Array([1, 2, 3]).buffer,
        type: 'public-key',
        authenticatorAttachment: 'platform',
        getClientExtensionResults: () => ({}),
        response: {
          authenticatorData: bytes('a'),
          clientDataJSON: bytes('{}'),
          signature: bytes('s'),
          userHandle: bytes('u'),
        },
      })
      open = undefined
    },
    cancel() {
      open?.reject(new DOMException('cancelled', 'NotAllowedError'))
      open = undefined
    },
    get isOpen() {
      return open !== undefined
    },
  }
}
