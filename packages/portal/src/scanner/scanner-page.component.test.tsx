import { useRef } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../test/test-page.ts'
import { ScannerPage } from './scanner-page.tsx'
import { useScan } from './use-scan.ts'

beforeEach(() => showTestPage())

/** Answers of the camera, one after the other; the last one stays. */
function stubCamera(...answers: readonly (() => Promise<MediaStream>)[]): () => number {
  let asked = 0
  const spy = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)]
    if (!answer) throw new Error('no answer')
    return answer()
  })
  onTestFinished(() => spy.mockRestore())
  return () => asked
}

const failsWith = (name: string) => () => Promise.reject(new DOMException(name, name))

/** A camera in front of an empty wall. */
function createCamera() {
  const streams: MediaStream[] = []
  const open = async () => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    const timer = setInterval(() => context?.fillRect(0, 0, 10, 10), 50)
    onTestFinished(() => clearInterval(timer))
    const stream = canvas.captureStream(10)
    streams.push(stream)
    return stream
  }
  return {
    open,
    isOn: () => streams.some(stream => stream.getTracks().some(track => track.readyState === 'live')),
  }
}

/** A detector of the browser that answers each picture alike. */
function stubDetector(detect: () => Promise<readonly { readonly rawValue: string }[]>): void {
  class Detector {
    static getSupportedFormats = async () => ['qr_code', 'data_matrix', 'code_128', 'code_39']
    detect = detect
  }
  vi.stubGlobal('BarcodeDetector', Detector)
  onTestFinished(() => void vi.unstubAllGlobals())
}

function Probe({ onText }: { onText(text: string): boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  const { state } = useScan(video, onText, false)
  return (
    <>
      <video ref={video} muted />
      <output>{state}</output>
    </>
  )
}

test('of several codes in one picture the first usable one counts', async () => {
  stubCamera(createCamera().open)
  stubDetector(async () => [{ rawValue: 'other site' }, { rawValue: 'good' }, { rawValue: 'late' }])
  const seen: string[] = []
  await render(
    <Probe
      onText={text => {
        seen.push(text)
        return text === 'good'
      }}
    />,
  )
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  // More than two pauses.
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(seen).toEqual(['other site', 'good'])
})

test('a detector that rejects every picture is no detector', async () => {
  const camera = createCamera()
  stubCamera(camera.open)
  stubDetector(async () => Promise.reject(new DOMException('no service', 'NotSupportedError')))
  const screen = await render(<Probe onText={() => false} />)
  await expect.poll(() => screen.container.querySelector('output')?.textContent).toBe('unsupported')
  expect(camera.isOn()).toBe(false)
})

test.each([
  ['NotAllowedError', 'The camera is not allowed.'],
  ['NotFoundError', 'No camera was found.'],
  ['NotReadableError', 'Another program uses the camera.'],
  ['UnknownError', 'The camera does not work.'],
])('says what %s means, and that typing is possible', async (name, text) => {
  stubCamera(failsWith(name))
  const screen = await render(<ScannerPage />)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text)
  await expect.element(screen.getByRole('heading', { name: 'Continue without the camera' })).toBeVisible()
  const typing = screen.getByRole('link', { name: 'Type the SN' })
  await expect.element(typing).toBeVisible()
  await expect.element(typing).toHaveAttribute('data-variant', 'primary')
})

test('reads the code of a chosen picture where there is no camera', async () => {
  stubCamera(failsWith('NotFoundError'))
  let found: readonly { readonly rawValue: string }[] = []
  stubDetector(async () => found)
  const screen = await render(<ScannerPage />)
  await expect.element(screen.getByRole('button', { name: 'Choose a picture' })).toBeVisible()
  const canvas = new OffscreenCanvas(40, 40)
  canvas.getContext('2d')?.fillRect(0, 0, 40, 40)
  const picture = new File([await canvas.convertToBlob()], 'label.png', { type: 'image/png' })
  const input = screen.container.querySelector('input[type=file]') as HTMLElement
  await userEvent.upload(input, picture)
  await expect.element(screen.getByText(/^No code was found in this picture/)).toBeVisible()
  found = [{ rawValue: 'https://elsewhere.example/' }]
  await userEvent.upload(input, picture)
  await expect.element(screen.getByText(/^This code leads to another website/)).toBeVisible()
})

/** A browser that never says which cameras there are. Returns how often it was asked for one. */
function stubSilentBrowser() {
  const asked = stubCamera(() => new Promise(() => {}))
  const list = vi
    .spyOn(navigator.mediaDevices, 'enumerateDevices')
    .mockReturnValue(new Promise<MediaDeviceInfo[]>(() => {}))
  onTestFinished(() => list.mockRestore())
  return asked
}

test('does not ask for the camera after the page was left', async () => {
  const asked = stubSilentBrowser()
  const screen = await render(<ScannerPage />)
  await screen.unmount()
  // Longer than the page waits for the list of cameras.
  await new Promise(resolve => setTimeout(resolve, 800))
  expect(asked()).toBe(0)
})

test('is visible after a moment and opens the camera although the browser does not list its cameras', async () => {
  const asked = stubSilentBrowser()
  const screen = await render(<ScannerPage />)
  await expect.element(screen.getByRole('heading', { name: 'Scan a code' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Type the SN' })).toBeVisible()
  await expect.poll(asked).toBe(1)
})

test('says why there is no camera without HTTPS', async () => {
  const secure = vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false)
  const devices = vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(undefined as never)
  onTestFinished(() => {
    secure.mockRestore()
    devices.mockRestore()
  })
  const screen = await render(<ScannerPage />)
  await expect.element(screen.getByRole('alert')).toMatchTextContent('needs a secure connection')
})

test('tries again, and turns the camera off while the page is hidden and when it is left', async () => {
  const camera = createCamera()
  const asked = stubCamera(failsWith('NotReadableError'), camera.open)
  const screen = await render(<ScannerPage />)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('status')).toMatchTextContent('Looking for a code')
  expect([asked(), camera.isOn()]).toEqual([2, true])
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(camera.isOn).toBe(false)
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(camera.isOn).toBe(true)
  dispatchEvent(new Event('pagehide'))
  await expect.poll(camera.isOn).toBe(false)
  dispatchEvent(new Event('pageshow'))
  await expect.poll(camera.isOn).toBe(true)
  await screen.unmount()
  expect(camera.isOn()).toBe(false)
})

test('a camera with a lamp has a switch for it', async () => {
  const camera = createCamera()
  const constraints: unknown[] = []
  stubDetector(async () => [])
  stubCamera(async () => {
    const stream = await camera.open()
    for (const track of stream.getVideoTracks())
      Object.assign(track, {
        getCapabilities: () => ({ torch: true }),
        applyConstraints: async (given: unknown) => void constraints.push(given),
      })
    return stream
  })
  const screen = await render(<ScannerPage />)
  const lamp = screen.getByRole('button', { name: 'Light' })
  await expect.element(lamp).toHaveAttribute('aria-pressed', 'false')
  await lamp.click()
  await expect.element(lamp).toHaveAttribute('aria-pressed', 'true')
  expect(constraints).toEqual([{ advanced: [{ torch: true }] }])
})
