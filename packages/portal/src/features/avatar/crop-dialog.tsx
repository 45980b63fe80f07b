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
import { useAvatarUpload } from './use-avatar-upload.ts'
import { useCrop } from './use-crop.ts'

interface Props {
  picture: Picture
  onClose(): void
  /** the picture was uploaded and saved */
  onDone(headpic: string): void
}

/** Crops a picture in a round crop area, shows previews, and uploads it. */
export function CropDialog({ picture, onClose, onDone }: Props) {
  const { crop, change, move, canMove, props } = useCrop()
  const { state, upload, cancel } = useAvatarUpload(onDone)
  const [opened, setOpened] = useState(false)
  const [ready, setReady] = useState(false)
  const isUploading = state.kind === 'uploading'
  // The cropper measures itself on mount, which needs an open dialog.
  useEffect(() => setOpened(true), [])

  async function renderPicture(): Promise<Blob> {
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
      closable={!isUploading}
      actions={
        <>
          <Button variant="secondary" onClick={isUploading ? cancel : onClose}>
            {m.avatar_cancel()}
          </Button>
          <Button pending={isUploading} aria-disabled={!ready} onClick={() => ready && upload(renderPicture)}>
            {state.kind === 'failed' ? m.avatar_retry() : m.avatar_use()}
          </Button>
        </>
      }
    >
      <div className={styles.work} inert={isUploading}>
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
      <div inert={isUploading}>
        <CropSliders placement={crop.placement} onChange={change} move={move} canMove={canMove} />
      </div>
      {isUploading && <UploadProgress done={state.progress} />}
      {state.kind === 'failed' && (
        <Notice tone="danger" role="alert">
          {state.text()}
        </Notice>
      )}
    </Dialog>
  )
}

/** Progress of the upload from 0 to 1. Hidden from live regions, so that not every percent is announced. */
function UploadProgress({ done }: { done: number }) {
  const percent = Math.round(done * 100)
  const text = done < 1 ? m.avatar_uploading({ percent }) : m.avatar_adopting()
  return (
    <div className={styles.progress}>
      <progress value={percent} max={100} aria-label={text} />
      <span aria-hidden="true">{text}</span>
    </div>
  )
}
