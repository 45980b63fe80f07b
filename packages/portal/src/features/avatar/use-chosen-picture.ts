import * as m from '@kerf/locales/messages'
import { useCallback, useEffect, useState } from 'react'
import type { LocalizedText } from '../../lib/api/error-texts.ts'
import { MEGAPIXELS_MAX, type OpenError, openPicture, type Picture } from './open-picture.ts'

const ERROR_TEXTS: Readonly<Record<OpenError, LocalizedText>> = {
  file_type: m.error_file_type,
  file_size: m.error_file_size,
  unreadable: m.avatar_unreadable,
  huge: () => m.avatar_huge({ megapixels: MEGAPIXELS_MAX }),
}

/** Opens the chosen file and holds the picture or the error. */
export function useChosenPicture() {
  const [opening, setOpening] = useState(false)
  const [picture, setPicture] = useState<Picture>()
  const [error, setError] = useState<LocalizedText>()
  const url = picture?.url
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])

  const clear = useCallback(() => {
    setPicture(undefined)
    setError(undefined)
  }, [])

  async function open(file: Blob) {
    if (opening) return
    clear()
    setOpening(true)
    const opened = await openPicture(file)
    setOpening(false)
    if (typeof opened === 'object') setPicture(opened)
    else setError(() => ERROR_TEXTS[opened])
  }
  return { opening, picture, error, open, clear }
}
