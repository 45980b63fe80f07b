/** The login page over slow 4G, beside the same page as static files without scripts. */
import { startStaticTwin } from '../browser/static-twin.ts'
import { DESKTOP, PHONE, visit } from '../browser/visit.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost, type Figure, short } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'
import { medianOf, ratioOf, sideBySide } from '../harness/side-by-side.ts'
import { SLOW_4G, startSlowLink } from '../network/slow-link.ts'

const VISITS = 5
const PAGE = '/en/login'

export const section: Section = {
  title: `${PAGE} over slow 4G, empty cache, median of ${VISITS} visits`,
  async run({ installation }: Context) {
    const server = await startServer((await installation()).env)
    const twin = await startStaticTwin(server.url + PAGE)
    const toServer = await startSlowLink(SLOW_4G, new URL(server.url))
    const toTwin = await startSlowLink(SLOW_4G, new URL(twin.url))
    const figures: Figure[] = []
    for (const device of [PHONE, DESKTOP]) {
      const { ours, twins } = await sideBySide(VISITS, {
        ours: () => visit(toServer.url + PAGE, device, true),
        twins: () => visit(toTwin.url + PAGE, device, false),
      })
      const shown = `${short(medianOf(ours, one => one.shown))} ms beside ${short(medianOf(twins, one => one.shown))} ms`
      figures.push(
        {
          name: `${device.name}: largest paint to static files`,
          value: ratioOf(ours, twins, (a, b) => a.shown / b.shown),
          unit: '×',
          limit: atMost(1.15),
          note: shown,
        },
        {
          name: `${device.name}: usable`,
          value: medianOf(ours, one => one.usable) / 1_000,
          unit: 's',
          limit: atMost(1.9),
          note: `processor ÷ ${device.slowdown}`,
        },
        {
          name: `${device.name}: layout shift`,
          value: medianOf(ours, one => one.shifted),
          unit: '',
          limit: atMost(0),
        },
      )
    }
    for (const started of [toServer, toTwin, twin, server]) await started.stop()
    return figures
  },
}
