import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.4
const Y = 1.9
const near = { look: [2.8, 2.7, 1.3] as k.Point, scale: 1.35 }
const maker = (pose: k.Pose = {}): k.Item =>
  k.person(4.4, 2.9, { side: -1, shirt: '#5f9fd0', longHair: true, hair: '#7a3b1d', ...pose })
const base = (t: number): k.Item[] => [k.walls(t), k.table(1, 1.7, 2.7, 1.9)]

const nozzle: k.Point = [2.2, 2.65, 1.9]
/** Close-up of the nozzle. */
const closeNozzle = (t: number, hot = 1): string =>
  k.box(-44, -120, 88, 70, '#d99a2b', 4) +
  k.shape('M-34 -52H34L12 6H-12Z', '#f7c86b') +
  k.shape('M-34 -52H34L12 6H-12Z', k.RED, 0.6 * hot) +
  k.line('M0 8V34', k.GREEN, 9) +
  k.box(-120, 38, 240, 20, '#3ddc97', 4) +
  k.box(-120, 58, 240, 50, '#1b332b', 0) +
  (hot > 0.3
    ? [-60, 60]
        .map(x => k.line(`M${x} 0q-9 -12 0 -24t0 -24`, k.BEAM, 5))
        .map((s, i) => k.group(s, '', 0.3 + 0.6 * k.swing(t, 1.2, i * 2)))
        .join('')
    : '')

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [...base(t), k.printer(X, Y, t, { built: 0.3 + t / 20, hot: true, display: '210°' }), maker()],
      { ...near, front: k.inset(810, 140, 112, nozzle, closeNozzle(t), '#123f2e', near) },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.6, running: false, hot: true, display: '190°' }),
        maker({
          reach: t < 1.6 ? [3.6 - 0.4 * k.ramp(t, 0.4, 1.3), 2.9, 1.9] : [4.1, 3.1, 2.2],
          hurt: t > 1.4,
        }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            112,
            nozzle,
            closeNozzle(t) +
              k.move(
                40 + 50 * k.ramp(t, 1.5, 2),
                20 + 40 * k.ramp(t, 1.5, 2),
                k.group(k.finger(), 'rotate(190)') + (t > 1.3 ? k.disc(0, 0, 13, k.RED, 0.9) : ''),
              ),
            '#123f2e',
            near,
          ) + k.mark(885, 235, false, k.ramp(t, 1.6, 2)),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.1, running: false, hot: t > 1, display: t > 1 ? '90°' : '' }),
        maker({ reach: [3.4, 3, 1.5], hurt: t > 3 }),
      ],
      {
        ...near,
        front: k.inset(
          810,
          140,
          112,
          [2.4, 2.9, 1.5],
          k.box(-130, 30, 260, 90, '#1b332b', 0) +
            k.box(-130, 26, 260, 10, k.BEAM, 0, `opacity="${k.n(0.4 + 0.6 * k.swing(t, 1.6))}"`) +
            k.move(
              0,
              -50 + 36 * k.ramp(t, 1, 2.6),
              k.group(k.hand(t > 2.8 ? '#ee8a70' : k.SKIN), 'rotate(180)'),
              0.8,
            ) +
            k.line('M-80 20q-9 -12 0 -24t0 -24M80 20q-9 -12 0 -24t0 -24', k.BEAM, 5),
          '#123f2e',
          near,
        ),
      },
    ),
  t => {
    const degrees = Math.round(92 - 60 * k.ramp(t, 0, 3.4))
    return k.workshop(
      [
        ...base(t),
        k.clock(3.7, t / 5),
        k.printer(X, Y, t, { built: 0.7, running: false, hot: degrees > 45, display: `${degrees}°` }),
        maker({ reach: t > 4 ? [3.2, 3, 1.8] : undefined }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            105,
            [2.1, 3.4, 1.4],
            k.box(-90, -46, 180, 92, k.NIGHT, 12, 'stroke="#e3efe7" stroke-width="6"') +
              k.sign(0, 20, `${degrees}°`, 56, degrees < 40 ? k.GREEN : k.AMBER),
            '#123f2e',
            near,
          ) + k.mark(885, 235, true, k.ramp(t, 3.6, 4.1)),
      },
    )
  },
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.2, running: false, hot: true, display: '210°' }),
        maker({ reach: [3.4, 2.9, 1.8] }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            112,
            nozzle,
            closeNozzle(t) +
              k.line(`M0 34q-10 20 ${k.n(6 * Math.sin(t * 2))} ${k.n(14 + 10 * k.swing(t, 3))}`, k.GREEN, 8) +
              k.move(10 + 60 * (1 - k.ramp(t, 1, 2)), 44, k.line('M0 0L90 -40M0 4L90 -18', '#c9d6d0', 7)),
            '#123f2e',
            near,
          ) +
          k.mark(885, 235, true, k.ramp(t, 2.2, 2.7)) +
          k.inset(
            150,
            410,
            92,
            [3.4, 2.9, 1.8],
            k.finger() +
              k.disc(0, -4, 15, k.GREEN) +
              k.line('M-16 -26q-7 -9 0 -18M14 -26q-7 -9 0 -18', k.BEAM, 5),
            '#123f2e',
            near,
          ) +
          k.mark(226, 484, false, k.ramp(t, 3.4, 3.9)),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.4, running: false, display: '28°' }),
        maker({ reach: [3.3 - 0.4 * k.swing(t, 2), 3.1, 1.6], reach2: [3.9, 3.5, 1.5] }),
      ],
      {
        ...near,
        front: k.inset(
          810,
          140,
          115,
          [3, 3, 1.5],
          k.box(-130, 40, 260, 70, '#1b332b', 0) +
            k.box(-96, -6, 66, 46, k.GREEN, 3) +
            k.move(
              -24 - 26 * k.swing(t, 2) + 20,
              36,
              k.line('M0 0H34', '#c9d6d0', 8) + k.line('M34 0H96', k.RED, 18),
            ) +
            k.move(78, -12, k.group(k.hand(), 'rotate(-80)'), 0.5) +
            k.flow(
              [
                [-1, 0, 0],
                [-2, 1, 0],
              ],
              t,
            ),
          '#123f2e',
          near,
        ),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0, running: false, hot: true, display: '200°' }),
        k.item(8, 8, k.atPoint([2.65, 2.7, 1.7], k.sparks(t, 34, k.BEAM, 8))),
        maker({ goggles: k.GREEN, gloves: '#d8776f', reach: [3.2, 2.9, 1.8] }),
      ],
      {
        ...near,
        front:
          k.inset(810, 140, 105, [4.4, 2.9, 2.5], k.gogglesFront(k.GREEN), '#123f2e', near) +
          k.inset(150, 410, 95, [3.4, 2.9, 1.8], k.hand('#d8776f', '#7a2f29'), '#123f2e', near) +
          k.mark(60, 70, true, k.ramp(t, 1.4, 1.9)),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.clock(3.7, t / 2.2),
        k.sink(1.6, 1.6, t),
        k.person(3.2, 2.8, {
          side: -1,
          shirt: '#5f9fd0',
          longHair: true,
          hair: '#7a3b1d',
          reach: [2.3, 2.3, 1.5],
        }),
      ],
      {
        look: [2.5, 2.2, 1.2],
        scale: 1.5,
        front:
          k.inset(
            810,
            400,
            112,
            [2.2, 2.1, 1.4],
            k.hand() +
              k.disc(4, 0, 15, '#f2806f') +
              [-60, -20, 20, 60]
                .map((x, i) => k.line(`M${x} ${k.n(-110 + 40 * k.lap(t, 0.6, i / 4))}v70`, k.BLUE, 9))
                .join(''),
            '#123f2e',
            { look: [2.5, 2.2, 1.2], scale: 1.5 },
          ) + k.bubbleText(815, 90, '20 min'),
      },
    ),
]
