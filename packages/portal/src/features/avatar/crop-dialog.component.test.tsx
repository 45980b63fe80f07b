import { ERRORS } from '@kerf/contract/errors'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { showTestPage } from '../../test/test-page.ts'
import { CropDialog } from './crop-dialog.tsx'
import { openPicture, type Picture } from './open-picture.ts'

async function createPicture(width: number, height: number): Promise<Picture> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  const picture = await openPicture(blob as Blob)
  if (typeof picture === 'string') throw new Error(picture)
  return picture
}

const setUp = async () => {
  showTestPage()
  const picture = await createPicture(600, 400)
  const [onClose, onDone] = [vi.fn(), vi.fn()]
  const screen = await render(
    <QueryProvider>
      <CropDialog picture={picture} onClose={onClose} onDone={onDone} />
    </QueryProvider>,
  )
  await expect.element(screen.getByRole('application')).toBeVisible()
  return { screen, onClose, onDone }
}

test('the focus starts at the zoom slider, which works by keyboard', async () => {
  const { screen } = await setUp()
  const zoom = screen.getByRole('slider', { name: 'Zoom' })
  await expect.element(zoom).toHaveFocus()
  const before = Number((zoom.element() as HTMLInputElement).value)
  await userEvent.keyboard('{PageUp}')
  await expect.poll(() => Number((zoom.element() as HTMLInputElement).value)).toBeGreaterThan(before)
})

test('a quarter turn rotates by 90 degrees', async () => {
  const { screen } = await setUp()
  await screen.getByRole('button', { name: 'Rotate by 90°' }).click()
  const rotation = screen.getByRole('slider', { name: 'Rotation' })
  await expect.poll(() => Math.abs(Number((rotation.element() as HTMLInputElement).value))).toBe(90)
})

test('the track of the rotation is filled from the middle, that of the zoom from its start', async () => {
  const { screen } = await setUp()
  const filled = (name: string) => {
    const { style } = screen.getByRole('slider', { name }).element() as HTMLInputElement
    return [style.getPropertyValue('--from'), style.getPropertyValue('--to')].map(Number)
  }
  expect(filled('Rotation')).toEqual([0.5, 0.5])
  expect(filled('Zoom')).toEqual([0, 0])
  await userEvent.fill(screen.getByRole('slider', { name: 'Rotation' }), '-90')
  await expect.poll(() => filled('Rotation')).toEqual([0.25, 0.5])
})

test('buttons move the picture as far as it covers the crop area', async () => {
  const { screen } = await setUp()
  const left = screen.getByRole('button', { name: 'Move left' })
  const up = screen.getByRole('button', { name: 'Move up' })
  await expect.element(left).not.toHaveAttribute('aria-disabled')
  await expect.element(up).toHaveAttribute('aria-disabled', 'true')
  const zoom = screen.getByRole('slider', { name: 'Zoom' })
  await userEvent.fill(zoom, '2')
  await expect.element(up).not.toHaveAttribute('aria-disabled')
  await userEvent.fill(zoom, '1')
  left.element().focus()
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Enter}')
      return left.element().getAttribute('aria-disabled')
    })
    .toBe('true')
  await expect.element(left).toHaveFocus()
  await expect
    .element(screen.getByRole('button', { name: 'Move right' }))
    .not.toHaveAttribute('aria-disabled')
})

test('Cancel closes without an upload', async () => {
  const { screen, onClose, onDone } = await setUp()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  expect(onClose).toHaveBeenCalledOnce()
  expect(onDone).not.toHaveBeenCalled()
})

test('a failed upload is explained, keeps the crop and can be repeated', async () => {
  const { screen, onDone } = await setUp()
  await screen.getByRole('button', { name: 'Use this picture' }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
})

test.each([
  ['file_type', 'This file format is not supported. Choose a PNG, JPEG or WebP picture.'],
  ['file_size', 'This file is too large. The limit is 5 MB.'],
] as const)('shows why the server refused the picture: %s', async (errorName, text) => {
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    const response = { code: ERRORS[errorName].code, data: null, msg: '', requestId: 'test-request' }
    Object.defineProperty(this, 'response', { value: response })
    this.onload?.(new ProgressEvent('load'))
  })
  const { screen, onDone } = await setUp()
  await screen.getByRole('button', { name: 'Use this picture' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(text)
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
})

test.each([
  ['text', new Blob(['not a picture']), 'file_type'],
  [
    'a truncated PNG',
    new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])]),
    'unreadable',
  ],
])('%s does not open', async (_name, file, error) => {
  expect(await openPicture(file)).toBe(error)
})
