/** Tells the page that waits for a code that its mail cannot be delivered, only in the browser that requested it (S-178). */
import { findAwaitedMail } from '../../outbound/mail/mail-delivery-store.ts'
import type { Caller } from '../../platform/audit/caller.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { requesterHash } from './receiver-hash.ts'

/** A page asks about forty times in the ten minutes of a code. */
const PER_NETWORK = { limit: 1_200, seconds: 600 }

/** An unknown nonce and another browser are answered like a mail that nothing is known about. */
export function createCodeDelivery({ db, keys, limiter }: Pick<PlatformServices, 'db' | 'keys' | 'limiter'>) {
  return async function codeDelivery(
    { nonce }: { readonly nonce: string },
    caller: Caller,
  ): Promise<{ deliveryStatus: 'pending' | 'refused' | 'bounced' }> {
    await limiter.consume(...addressLimits('code-delivery', caller, PER_NETWORK))
    const requester = requesterHash(keys.receiver, caller)
    const [mail] = await findAwaitedMail(db, { nonceHash: sha256(nonce), requester })
    switch (mail?.status) {
      case 'refused':
        return { deliveryStatus: 'refused' }
      case 'bounced':
      case 'suppressed':
        return { deliveryStatus: 'bounced' }
      default:
        return { deliveryStatus: 'pending' }
    }
  }
}

export type CodeDelivery = ReturnType<typeof createCodeDelivery>
