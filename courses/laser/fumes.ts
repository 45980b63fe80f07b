import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.2
const Y = 1.6
const near = { look: [2.9, 2.6, 1.2] as k.Point, scale: 1.25 }
const operator = (pose: k.Pose = {}): k.Item => k.person(4.9, 2.7, { side: -1, ...pose })
const bed = k.inBed(X, Y, 0.5)
const DUCT: k.Point = [1.5, 1.75, 1.75]

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { open: 0.4, head: k.swing(t, 4) }),
        k.smoke(bed, [4.6, 2.8, 2.6], t, k.SMOKE, 9),
        operator({ hurt: t > 2, reach: t > 2.6 ? [4.7, 2.8, 2.4] : undefined }),
      ],
      {
        ...near,
        front: k.inset(
          815,
          130,
          105,
          [4.7, 2.7, 1.9],
          k.shape(
            'M-8 -70H8V-20Q40 -60 64 -10Q84 60 58 74Q20 70 14 20H-14Q-20 70 -58 74Q-84 60 -64 -10Q-40 -60 -8 -20Z',
            '#e98f86',
          ) +
            Array.from({ length: 10 }, (_, i) => {
              const p = k.lap(t, 2.4, i / 10)
              return k.disc((i % 2 ? 1 : -1) * 50 * p * p, -80 + 110 * p, 5, '#5a6660')
            }).join(''),
          '#123f2e',
          near,
        ),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t, { tools: false }),
        k.table(0.8, 1.5, 5, 1.7),
        ...(
          [
            [1, k.PLYWOOD, k.SMOKE],
            [2.6, k.PLASTIC, '#d8d36a'],
            [4.2, k.CORK, '#8a7a92'],
          ] as const
        ).flatMap(([x, paint, color], i) => [
          k.sheet(x, 1.9, 1.22, paint, '', 1.2, 0.9),
          k.item(7, 7, k.atPoint([x + 0.6, 2.3, 1.3], k.sparks(t, 18, k.BEAM, 6))),
          k.smoke([x + 0.6, 2.3, 1.35], [x + 0.6, 2.3, 3], t + i, color, 6, 0.9 + 0.15 * i),
        ]),
        k.person(4.6, 4.4, { hurt: true, side: -1, reach: [4.5, 4.3, 2.4], shirt: '#5f9fd0' }),
      ],
      { look: [3.2, 2.7, 1.3], scale: 1.25 },
    ),
  t =>
    k.workshop(
      [
        k.walls(t, { open: 0 }),
        k.cutter(X, Y, t, { head: k.swing(t, 4) }),
        k.duct(DUCT, t),
        k.flowItem([1.5, 1.4, 2.3], [0.2, 1.4, 2.3], t),
        k.smoke(bed, [1.6, 1.9, 1.8], t, k.SMOKE, 5, 0.5),
        operator({ reach: [4, 3, 1.6] }),
      ],
      {
        look: [2.5, 2.4, 1.4],
        scale: 1.2,
        front: k.inset(815, 400, 105, [0.4, 1.4, 2.15], k.move(0, 0, k.fan(t, true, 60)), '#123f2e', {
          look: [2.5, 2.4, 1.4],
          scale: 1.2,
        }),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(1.9, Y, t, { head: k.swing(t, 4) }),
        k.filterBox(0.4, 3.9, 0.2),
        k.item(
          1,
          1,
          k.route(
            [
              [2.1, 2.2, 1.75],
              [2.1, 2.2, 2.2],
              [0.9, 4.4, 2.2],
              [0.9, 4.4, 1.7],
            ],
            '#a9c9b8',
            20,
          ),
        ),
        k.flowItem([1.9, 2.6, 2.25], [1, 4.2, 2.25], t),
        operator({ reach: [4.6, 3, 1.6] }),
      ],
      {
        look: [2.6, 3, 1.1],
        scale: 1.2,
        front: k.inset(
          815,
          400,
          118,
          [1, 5.1, 0.9],
          [
            ['#f3f7f2', 5, '#8a7a5a'],
            ['#bff0d6', 3.4, '#8a7a5a'],
            ['#3a4a43', 2.2, '#e7efe9'],
          ]
            .map(
              ([c, r, d], i) =>
                k.box(-50 + i * 36, -70, 26, 140, String(c), 4) +
                [0, 1, 2, 3, 4]
                  .map(j => {
                    const p = k.lap(t, 2, j / 5)
                    return k.disc(
                      -100 + 50 * p + i * 36 - (i ? 10 : 0),
                      -50 + j * 25,
                      Number(r) * 1.4,
                      String(d),
                      1 - p,
                    )
                  })
                  .join(''),
            )
            .join('') + k.line('M66 -20h32m-10 -9l10 9l-10 9M66 22h32m-10 -9l10 9l-10 9', k.MINT, 5),
          '#123f2e',
          { look: [2.6, 3, 1.1], scale: 1.2 },
        ),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(1.9, Y, t, { head: 0.5, on: t < 3 }),
        k.filterBox(0.4, 3.9, k.ramp(t, 0, 2.4) * (1 - k.ramp(t, 4.2, 4.8)) + 0.05),
        k.item(
          1,
          1,
          k.route(
            [
              [2.1, 2.2, 1.75],
              [2.1, 2.2, 2.2],
              [0.9, 4.4, 2.2],
              [0.9, 4.4, 1.7],
            ],
            '#a9c9b8',
            20,
          ),
        ),
        t > 1 && t < 4.6 && k.smoke(k.inBed(1.9, Y), [3.6, 2.6, 2.9], t, k.SMOKE, 6),
        k.person(2.4, 5.2, {
          side: -1,
          reach: t > 3.2 ? [1.6, 5.1, 1.2] : undefined,
          mask: true,
          gloves: k.BLUE,
        }),
      ],
      { look: [2.6, 3, 1.1], scale: 1.2, front: k.mark(860, 80, true, k.ramp(t, 4.8, 5.4)) },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.clock(4.1, t / 4),
        k.cutter(X, Y, t, {
          on: t > 2 && t < 4.4,
          head: k.swing(t, 3),
          lamp: t > 2 && t < 4.4 ? k.BEAM : '#4a6b5d',
        }),
        k.duct(DUCT, t, { on: t > 0.8 }),
        t > 0.8 && k.flowItem([1.5, 1.4, 2.3], [0.2, 1.4, 2.3], t),
        t > 2.2 && k.smoke(bed, [1.6, 1.9, 1.8], t, k.SMOKE, 5, 0.5 * (1 - 0.7 * k.ramp(t, 4.6, 6.4))),
        operator({ reach: [4, 3, 1.6] }),
      ],
      { look: [2.5, 2.4, 1.4], scale: 1.2 },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { on: false, open: k.ramp(t, 3.6, 4.8) }),
        k.duct(DUCT, t),
        k.flowItem([1.5, 1.4, 2.3], [0.2, 1.4, 2.3], t),
        t < 3.8 && k.smoke(bed, [1.7, 1.9, 1.9], t, k.SMOKE, 8, 0.9 * (1 - k.ramp(t, 0.8, 3.6))),
        operator({ reach: [4, 3, t > 3.4 ? 1.7 + k.ramp(t, 3.6, 4.8) * 0.6 : 1.4] }),
      ],
      { look: [2.5, 2.4, 1.4], scale: 1.2, front: k.mark(860, 80, true, k.ramp(t, 4.8, 5.4)) },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { on: t < 1.4, pressed: k.ramp(t, 1.2, 1.5), lamp: t > 1.4 ? k.RED : k.BEAM }),
        k.duct(DUCT, t, { sealed: false }),
        k.smoke([1.5, 1.75, 2.2], [3.4, 2.2, 3.2], t, '#d8d36a', 6, 0.8),
        k.door(4.7, 1),
        k.person(4.4 + 0.5 * k.ramp(t, 2, 4.5), 3.5 - 2.7 * k.ramp(t, 2, 4.5), {
          side: t > 2 ? 1 : -1,
          hurt: true,
          reach: t < 1.8 ? [3.2, 3.5, 1.55] : undefined,
          walk: t > 2 && t < 4.5 ? t * 1.6 : undefined,
        }),
      ],
      {
        look: [3, 2.4, 1.3],
        scale: 1.2,
        front: k.inset(
          150,
          400,
          100,
          [1.5, 1.75, 2.15],
          k.line('M-110 0H110', '#a9c9b8', 70) +
            k.line('M-6 -36L10 -8L-8 10L8 36', k.NIGHT, 7) +
            k.move(4, -30, k.disc(0, -20 * k.swing(t, 1), 14, '#d8d36a', 0.7)),
          '#123f2e',
          { look: [3, 2.4, 1.3], scale: 1.2 },
        ),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { head: k.swing(t, 4) }),
        k.duct(DUCT, t),
        k.flowItem([1.5, 1.4, 2.3], [0.2, 1.4, 2.3], t),
        k.smoke(bed, [1.6, 1.9, 1.8], t, k.SMOKE, 5, 0.5),
        operator({ mask: true, reach: [4, 3, 1.6] }),
      ],
      {
        look: [2.5, 2.4, 1.4],
        scale: 1.2,
        front:
          k.mark(360, 70, true, k.ramp(t, 0.6, 1.1)) +
          k.inset(
            815,
            400,
            105,
            [4.9, 2.7, 2.4],
            k.disc(0, -6, 62, k.SKIN) +
              k.disc(-22, -24, 6, k.NIGHT) +
              k.disc(22, -24, 6, k.NIGHT) +
              k.shape('M-58 -6H58L38 50Q0 72 -38 50Z', k.INK) +
              k.disc(-38, 26, 18, k.GREEN) +
              k.disc(38, 26, 18, k.GREEN),
            '#123f2e',
            { look: [2.5, 2.4, 1.4], scale: 1.2 },
          ),
      },
    ),
]
