import { HEADPIC_MAX_BYTES } from '@kerf/contract/limits'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { showTestPage } from '../../test/test-page.ts'
import { AvatarCard } from './avatar-card.tsx'

const PNG_SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const padding = (bytes: number) => new Uint8Array(bytes)
const file = (name: string, type: string, ...content: BlobPart[]) => new File(content, name, { type })

test.each([
  [
    'of another type',
    file('me.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'This file format is not supported. Choose a PNG, JPEG or WebP picture.',
  ],
  [
    'without the content that its name promises',
    file('me.png', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'This file format is not supported. Choose a PNG, JPEG or WebP picture.',
  ],
  [
    'that is empty',
    file('me.png', 'image/png'),
    'This file format is not supported. Choose a PNG, JPEG or WebP picture.',
  ],
  [
    'that is damaged',
    file('me.png', 'image/png', PNG_SIGNATURE, padding(8)),
    'This picture cannot be read. The file may be damaged.',
  ],
  [
    'that is too large',
    file('me.png', 'image/png', PNG_SIGNATURE, padding(HEADPIC_MAX_BYTES)),
    'This file is too large. The limit is 5 MB.',
  ],
])('shows why it refuses a file %s, without a dialog', async (_, chosen, text) => {
  showTestPage()
  const onChanged = vi.fn()
  const screen = await render(
    <QueryProvider>
      <AvatarCard title="Profile picture" headpic="" name="Ada" brand="Kerf" onChanged={onChanged} />
    </QueryProvider>,
  )
  await userEvent.upload(screen.container.querySelector('input[type=file]') as HTMLElement, chosen)
  await expect.element(screen.getByRole('alert')).toHaveTextContent(text)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Choose a picture' })).toBeEnabled()
  expect(onChanged).not.toHaveBeenCalled()
})
