import { setHeadpic } from '@kerf/contract/endpoints/profile'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { describeError } from '../../lib/describe-error.ts'
import type { LocalizedText } from '../../lib/field-rules.ts'
import { uploadPicture } from './upload-picture.ts'

export type UploadState =
  | { readonly state: 'idle' }
  /** `done` 0 to 1; at 1 the server works on it */
  | { readonly state: 'sending'; readonly done: number }
  | { readonly state: 'failed'; readonly text: LocalizedText }

/** Uploads a picture, then makes it the account's. */
export function useAvatarUpload(onDone: (headpic: string) => void) {
  const [sending, setSending] = useState<UploadState>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function send(make: () => Promise<Blob>) {
    if (running.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setSending({ state: 'sending', done: 0 })
    try {
      const uploaded = await uploadPicture(await make(), {
        signal,
        onProgress: done => setSending({ state: 'sending', done }),
      })
      const { headpic } = await callApi(setHeadpic, { headpic: uploaded }, { signal })
      if (!signal.aborted) onDone(headpic)
    } catch (error) {
      const { text } = await describeError(error)
      if (!signal.aborted) setSending(text ? { state: 'failed', text } : { state: 'idle' })
    } finally {
      if (running.current === controller) running.current = undefined
    }
  }

  return {
    sending,
    send,
    cancel() {
      running.current?.abort()
      running.current = undefined
      setSending({ state: 'idle' })
    },
  }
}
