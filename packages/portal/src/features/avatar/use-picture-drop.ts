import { type DragEvent, useEffect, useRef, useState } from 'react'

const holdsFile = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false

const isEditing = (element: Element | null): boolean =>
  element instanceof HTMLElement && element.matches('input, textarea, select, [contenteditable]')

/** Accepts a picture that is dropped on the card or pasted anywhere outside a text field. */
export function usePictureDrop(take: (file: File) => void, waiting: boolean) {
  const [over, setOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })

  useEffect(() => {
    if (!waiting) return
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      if (!file || isEditing(document.activeElement) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [waiting])

  return {
    over,
    props: {
      onDragOver(event: DragEvent) {
        if (!holdsFile(event.dataTransfer)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop(event: DragEvent) {
        if (!holdsFile(event.dataTransfer)) return
        event.preventDefault()
        setOver(false)
        const file = event.dataTransfer.files[0]
        if (file && waiting) take(file)
      },
    },
  }
}
