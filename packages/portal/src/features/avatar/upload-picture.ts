/**
 * Uploads a picture with progress events, which `fetch` does not offer. Headers, timeout and errors equal those of the
 * contract's client.
 */
import { ApiError, requestHeaders } from '@kerf/contract/client/client'
import { uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { isEnvelope } from '@kerf/contract/envelope'
import { errorNameOfCode } from '@kerf/contract/errors'
import { REQUEST_TIMEOUT_MS } from '@kerf/contract/limits'
import { clientContext } from '../../lib/api/api-client.ts'
import { reportSessionExpired } from '../../lib/token/session-expiry.ts'
import { getCurrentToken } from '../../lib/token/token.ts'

interface UploadOptions {
  readonly signal: AbortSignal
  /** 0 to 1 */
  onProgress(done: number): void
}

/** Resolves to the URL of the uploaded picture. Rejects with an `ApiError`. */
export function uploadPicture(picture: Blob, { signal, onProgress }: UploadOptions): Promise<string> {
  const token = getCurrentToken()
  return new Promise((resolve, reject) => {
    const fail = (reason: 'timeout' | 'abort' | 'network') =>
      reject(
        navigator.onLine || reason === 'abort'
          ? new ApiError('unreachable', { reason })
          : new ApiError('offline'),
      )
    if (signal.aborted) return fail('abort')
    if (!navigator.onLine) return fail('network')
    const request = new XMLHttpRequest()
    request.open(uploadHeadpic.method, uploadHeadpic.path)
    request.timeout = REQUEST_TIMEOUT_MS
    request.responseType = 'json'
    request.setRequestHeader('content-type', picture.type)
    for (const [name, value] of Object.entries(requestHeaders(clientContext, uploadHeadpic)))
      request.setRequestHeader(name, value)
    request.upload.onprogress = event => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onerror = () => fail('network')
    request.ontimeout = () => fail('timeout')
    request.onabort = () => fail('abort')
    request.onload = () => {
      const answer: unknown = request.response
      if (!isEnvelope(answer)) return fail('network')
      if (answer.code === 0) return resolve((answer.data as { headpic: string }).headpic)
      if (errorNameOfCode(answer.code) === 'expired_login' && token && token === getCurrentToken())
        reportSessionExpired()
      reject(new ApiError(answer.code, { data: answer.data, requestId: answer.requestId }))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(picture)
  })
}
