/** reCAPTCHA with score-based keys, for deployments that configure it. Its script loads only when a code is requested. */
import { ApiError } from '@kerf/contract/client/client'
import { verifyRecaptcha } from '@kerf/contract/endpoints/verification'
import { callApi } from '../../lib/api/api-client.ts'

interface Recaptcha {
  ready(callback: () => void): void
  execute(siteKey: string, options: { action: string }): Promise<string>
}

let loading: Promise<Recaptcha> | undefined

function load(siteKey: string): Promise<Recaptcha> {
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
    script.onload = () => {
      const { grecaptcha } = window as unknown as { grecaptcha?: Recaptcha }
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else script.onerror?.('')
    }
    script.onerror = () => {
      script.remove()
      loading = undefined
      reject(new ApiError('unreachable', { reason: 'network' }))
    }
    document.head.append(script)
  })
  return loading
}

export async function recaptchaTicket(siteKey: string, action: string, signal: AbortSignal): Promise<string> {
  const recaptcha = await load(siteKey)
  const token = await recaptcha.execute(siteKey, { action }).catch(() => {
    throw new ApiError('unreachable', { reason: 'network' })
  })
  const { ticket } = await callApi(verifyRecaptcha, { token }, { signal })
  return ticket
}
