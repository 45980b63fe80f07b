import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../../test/test-page.ts'
import { OfferDialog } from './offer-dialog.tsx'

const URL = 'https://passport.example/en/machines/join#secret'

const renderDialog = (isTouch: boolean) => {
  showTestPage()
  const shared: unknown[] = []
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isTouch } as MediaQueryList)
  const share = async (data: ShareData) => void shared.push(data)
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  onTestFinished(() => {
    media.mockRestore()
    Reflect.deleteProperty(navigator, 'share')
  })
  const screen = render(
    <OfferDialog
      title="Invitation ready"
      text="Share this link."
      url={URL}
      qrCode="M0 0h100v100h-100z"
      onClose={() => {}}
    />,
  )
  return { shared, screen }
}

test('a phone hands the link to another app, or copies it', async () => {
  const { shared, screen } = renderDialog(true)
  const { getByRole } = await screen
  await expect.element(getByRole('button', { name: 'Copy link' })).toBeVisible()
  await getByRole('button', { name: 'Share', exact: true }).click()
  expect(shared).toEqual([{ url: URL }])
})

test('with a mouse the link is copied', async () => {
  const { getByRole } = await renderDialog(false).screen
  await expect.element(getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect.element(getByRole('button', { name: 'Share', exact: true })).not.toBeInTheDocument()
})
