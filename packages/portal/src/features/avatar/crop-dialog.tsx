import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './crop-dialog.module.css'
import { outputSide } from './crop-geometry.ts'
import { CropSliders } from './crop-sliders.tsx'
import { Cropper } from './cropper.ts'
import { drawCrop } from './draw-crop.ts'
import { type Picture, toBlob } from './open-picture.ts'
import { Previews } from './previews.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useAvatarUpload } from './use-avatar-upload.ts'
import { useCrop } from './use-crop.ts'

interface Props {
  picture: Picture
  onClose(): void
  /** the picture is the account's now */
  onDone(headpic: string): void
}

/** Places a picture under the round opening, shows what will be seen, and sends it. */
export function CropDialog({ picture, onClose, onDone }: Props) {
  const { crop, change, props } = useCrop()
  const { sending, send, cancel } = useAvatarUpload(onDone)
  const [opened, setOpened] = useState(false)
  const [ready, setReady] = useState(false)
  const isSending = sending.state === 'sending'
  // The cropper measures itself as it begins, and in a dialog that is not shown yet there is nothing to measure.
  useEffect(() => setOpened(true), [])

  async function make(): Promise<Blob> {
    const canvas = document.createElement('canvas')
    canvas.width = outputSide(crop.placement, crop.media, crop.side, picture.canvas.width)
    canvas.height = canvas.width
    drawCrop(canvas, picture.canvas, crop)
    return toBlob(canvas)
  }

  return (
    <Dialog
      title={m.avatar_crop_title()}
      onClose={onClose}
      closable={!isSending}
      actions={
        <>
          <Button variant="secondary" onClick={isSending ? cancel : onClose}>
            {m.avatar_cancel()}
          </Button>
          <Button pending={isSending} aria-disabled={!ready} onClick={() => ready && void send(make)}>
            {sending.state === 'failed' ? m.avatar_retry() : m.avatar_use()}
          </Button>
        </>
      }
    >
      <div className={styles.work} inert={isSending}>
        <div className={styles.opening}>
          {opened && (
            <Cropper
              {...props}
              image={picture.url}
              aspect={1}
              cropShape="round"
              objectFit="cover"
              showGrid={false}
              restrictPosition={false}
              disableAutomaticStylesInjection
              keyboardStep={8}
              onMediaLoaded={() => setReady(true)}
              cropperProps={{ role: 'application', 'aria-label': m.avatar_crop_area() }}
            />
          )}
        </div>
        <Previews picture={picture} crop={crop} />
      </div>
      <div inert={isSending}>
        <CropSliders placement={crop.placement} onChange={change} />
      </div>
      {isSending && <UploadProgress done={sending.done} />}
      {sending.state === 'failed' && (
        <Notice tone="danger" role="alert">
          {sending.text()}
        </Notice>
      )}
    </Dialog>
  )
}
