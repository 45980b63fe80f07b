/** The login page over slow 4G, compared with the same page as static files without scripts. */
import { startStaticCopy } from '../browser/static-copy.ts'
import { DESKTOP, PHONE, visit } from '../browser/visit.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost, type Figure, formatNumber } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'
import { medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import { SLOW_4G, startSlowLink } from '../network/slow-link.ts'

const VISITS = 5
const PAGE = '/en/login'

export const section: Section = {
  title: `${PAGE} over slow 4G, empty cache, median of ${VISITS} visits`,
  async run({ installation }: Context) {
    const server = await startServer((await installation()).env)
    const staticCopy = await startStaticCopy(server.url + PAGE)
    const toServer = await startSlowLink(SLOW_4G, new URL(server.url))
    const toStaticCopy = await startSlowLink(SLOW_4G, new URL(staticCopy.url))
    const figures: Figure[] = []
    for (const device of [PHONE, DESKTOP]) {
      const { ours, staticPage } = await sideBySide(VISITS, {
        ours: () => visit(toServer.url + PAGE, device, true),
        staticPage: () => visit(toStaticCopy.url + PAGE, device, false),
      })
      const paintTimes = `${formatNumber(medianOf(ours, one => one.largestPaintMs))} ms vs ${formatNumber(medianOf(staticPage, one => one.largestPaintMs))} ms`
      figures.push(
        {
          name: `${device.name}: largest paint to static files`,
          value: medianRatio(ours, staticPage, (a, b) => a.largestPaintMs / b.largestPaintMs),
          unit: '×',
          limit: atMost(1.15),
          note: paintTimes,
        },
        {
          name: `${device.name}: usable`,
          value: medianOf(ours, one => one.usableMs) / 1_000,
          unit: 's',
          limit: atMost(1.9),
          note: `processor ÷ ${device.slowdown}`,
        },
        {
          name: `${device.name}: layout shift`,
          value: medianOf(ours, one => one.layoutShift),
          limit: atMost(0),
        },
      )
    }
    for (const started of [toServer, toStaticCopy, staticCopy, server]) await started.stop()
    return figures
  },
}
