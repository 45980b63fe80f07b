import { HEADPIC_TYPES } from '@kerf/contract/endpoints/profile'
import * as m from '@kerf/locales/messages'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { preloadErrorTexts } from '../../lib/api/describe-error.ts'
import type { LocalizedText } from '../../lib/api/error-texts.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { CheckIcon } from '../../ui/icon/icons.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './avatar-card.module.css'
import { AvatarText } from './avatar-text.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { useChosenPicture } from './use-chosen-picture.ts'
import { usePictureDrop } from './use-picture-drop.ts'

const loadCropper = () => import('./crop-dialog.tsx')
const CropDialog = lazy(async () => ({ default: (await loadCropper()).CropDialog }))

interface Props {
  /** what the picture is called */
  title: string
  headpic: string
  /** its initial is shown if there is no picture */
  name: string
  brand: string
  onChanged(headpic: string): void
}

/** Shows, replaces and removes the account's picture. A file can be chosen, dropped or pasted. */
export function AvatarCard({ title, headpic, name, brand, onChanged }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useChosenPicture()
  const [removing, setRemoving] = useState(false)
  const [done, setDone] = useState<LocalizedText>()
  useEffect(() => {
    // The button that started the action may be gone; the focus must not be lost with it.
    if (done && document.activeElement === document.body) button.current?.focus()
  }, [done])
  const take = (file: Blob) => {
    setDone(undefined)
    // Preload the cropper while the picture is decoded. A failed load surfaces when the dialog renders.
    void loadCropper().catch(() => {})
    preloadErrorTexts()
    void chosen.open(file)
  }
  const source = usePictureDrop(take, !chosen.picture)
  const finish = (next: string, text: LocalizedText) => {
    chosen.clear()
    setRemoving(false)
    setDone(() => text)
    onChanged(next)
  }
  return (
    <div className={styles.target} data-over={source.over || undefined} {...source.props}>
      <Card
        id="picture"
        title={title}
        description={source.over ? m.avatar_drop() : <AvatarText brand={brand} />}
        picture={<Avatar picture={headpic} name={name} size="large" />}
        action={
          <div className={styles.actions}>
            <Button
              ref={button}
              name="picture"
              variant="secondary"
              size="small"
              pending={chosen.opening}
              onClick={() => input.current?.click()}
            >
              {headpic ? m.avatar_change() : m.avatar_choose()}
            </Button>
            {headpic && (
              <Button variant="removal" size="small" onClick={() => setRemoving(true)}>
                {m.avatar_remove()}
              </Button>
            )}
          </div>
        }
      >
        <input
          ref={input}
          type="file"
          hidden
          accept={HEADPIC_TYPES.join()}
          onChange={event => {
            const file = event.target.files?.[0]
            // Allows choosing the same file again after an error.
            event.target.value = ''
            if (file) take(file)
          }}
        />
        {chosen.error && (
          <Notice tone="danger" role="alert">
            {chosen.error()}
          </Notice>
        )}
        <p role="status" className={styles.done}>
          {done && (
            <>
              <CheckIcon />
              {done()}
            </>
          )}
        </p>
        {chosen.picture && (
          <Suspense>
            <CropDialog
              picture={chosen.picture}
              onClose={chosen.clear}
              onDone={next => finish(next, m.avatar_saved)}
            />
          </Suspense>
        )}
        {removing && (
          <RemoveDialog onClose={() => setRemoving(false)} onDone={() => finish('', m.avatar_removed)} />
        )}
      </Card>
    </div>
  )
}
