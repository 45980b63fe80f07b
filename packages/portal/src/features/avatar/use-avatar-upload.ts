import { setHeadpic } from '@kerf/contract/endpoints/profile'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import type { LocalizedText } from '../../lib/api/error-texts.ts'
import { describeQueryError } from '../../lib/query/query-client.ts'
import { uploadPicture } from './upload-picture.ts'

export type UploadState =
  | { readonly kind: 'idle' }
  /** `progress`: 0 to 1; at 1 the server processes the picture */
  | { readonly kind: 'uploading'; readonly progress: number }
  | { readonly kind: 'failed'; readonly text: LocalizedText }

/** Uploads a picture and sets it as the account's picture. */
export function useAvatarUpload(onDone: (headpic: string) => void) {
  const running = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState(0)
  const { mutate, reset, isPending, error } = useMutation({
    async mutationFn(renderPicture: () => Promise<Blob>) {
      const controller = new AbortController()
      const { signal } = controller
      running.current = controller
      setProgress(0)
      const uploaded = await uploadPicture(await renderPicture(), { signal, onProgress: setProgress })
      return callApi(setHeadpic, { headpic: uploaded }, { signal })
    },
  })
  useEffect(() => () => running.current?.abort(), [])

  return {
    state: uploadState(isPending, progress, describeQueryError(error)?.text),
    upload(renderPicture: () => Promise<Blob>) {
      if (!isPending) mutate(renderPicture, { onSuccess: ({ headpic }) => onDone(headpic) })
    },
    cancel() {
      running.current?.abort()
      reset()
    },
  }
}

function uploadState(
  isPending: boolean,
  progress: number,
  errorText: LocalizedText | undefined,
): UploadState {
  if (isPending) return { kind: 'uploading', progress }
  return errorText ? { kind: 'failed', text: errorText } : { kind: 'idle' }
}
