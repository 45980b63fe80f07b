import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { callHost, hostSupports } from '../../lib/bridge/host.ts'
import { callMachine } from '../../lib/bridge/machine-socket.ts'
import { queryClient } from '../../lib/query/query-client.ts'
import { showTestPage } from '../../test/test-page.ts'
import { loadKnownMachines } from '../welder/use-known-machines.ts'
import { engrave } from './engrave-dialog.tsx'
import { HostFileButtons } from './host-file-buttons.tsx'

vi.mock('../../lib/bridge/host.ts', () => ({ callHost: vi.fn(), hostSupports: vi.fn(() => true) }))
vi.mock('../../lib/bridge/machine-socket.ts', () => ({ callMachine: vi.fn() }))
vi.mock('./fetch-pdf.ts', () => ({
  fetchPdf: async () => new Blob(['%PDF-1.7'], { type: 'application/pdf' }),
}))

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h40v20z"/></svg>'
const host = vi.mocked(callHost)
const done = { ok: true, value: {} } as never
const failed = (reason: string) => ({ ok: false, reason }) as never

beforeEach(() => {
  showTestPage()
  host.mockReset()
  vi.mocked(callMachine).mockReset()
  vi.mocked(hostSupports).mockReset().mockReturnValue(true)
})

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <HostFileButtons course="laser" svg={SVG} />
    </QueryClientProvider>,
  )

test('opens the PDF and saves a picture to the album', async () => {
  host.mockResolvedValue(done)
  const screen = await show()
  await screen.getByRole('button', { name: 'Open PDF' }).click()
  await expect
    .poll(() => host)
    .toHaveBeenCalledWith('file.open', {
      name: 'certificate-laser.pdf',
      type: 'application/pdf',
      data: btoa('%PDF-1.7'),
    })
  await screen.getByRole('button', { name: 'Save to album' }).click()
  await expect.poll(() => host).toHaveBeenCalledTimes(2)
  const [method, file] = host.mock.calls[1] as [string, { name: string; data: string }]
  expect([method, file.name, atob(file.data).slice(1, 4)]).toEqual([
    'album.save',
    'certificate-laser.png',
    'PNG',
  ])
})

test('says why the host failed, and nothing when the person cancelled', async () => {
  host.mockResolvedValueOnce(failed('cancelled')).mockResolvedValueOnce(failed('refused'))
  const screen = await show()
  const open = screen.getByRole('button', { name: 'Open PDF' })
  await open.click()
  await expect.poll(() => host).toHaveBeenCalledTimes(1)
  expect(screen.container.querySelector('[role=alert]')).toBeNull()
  await open.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
})

test('offers nothing where the host lacks the methods', async () => {
  vi.mocked(hostSupports).mockReturnValue(false)
  const screen = await show()
  expect(screen.container.querySelectorAll('button')).toHaveLength(0)
})

test.each([
  ['sends G-code by the host', done, 0],
  ['sends G-code over the socket where the host cannot', failed('unsupported'), 1],
  ['does not send again what the host may have sent', failed('timeout'), 0],
])('%s', async (_, processed, sentOverSocket) => {
  const made = { name: 'certificate.gcode', gcode: 'G0 X0' }
  host.mockResolvedValueOnce({ ok: true, value: made } as never).mockResolvedValueOnce(processed)
  vi.mocked(callMachine).mockResolvedValue(done)
  await engrave({ name: 'certificate.svg', type: 'image/svg+xml', data: btoa(SVG) })
  expect(vi.mocked(callMachine).mock.calls).toEqual(
    Array.from({ length: sentOverSocket }, () => ['gcode.process', made]),
  )
})

test('knows the machines of the host and the last one, each once and only if valid', async () => {
  const sn = 'KERFWELD1200A0000000001'
  host.mockImplementation((async (method: string) =>
    method === 'device.info'
      ? { ok: true, value: { machines: [{ name: 'Welder', sn }, { name: 'Other' }] } }
      : { ok: true, value: { value: sn } }) as never)
  expect(await loadKnownMachines()).toEqual([{ sn, name: 'Welder' }])
  host.mockResolvedValue(failed('unsupported'))
  expect(await loadKnownMachines()).toEqual([])
})
