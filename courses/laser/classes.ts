import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.2
const Y = 1.6
const COLORS = [k.GREEN, k.BLUE, k.AMBER, k.RED] as const
const operator = (pose: k.Pose = {}): k.Item => k.person(4.9, 2.7, { side: -1, ...pose })

export const drawings: readonly Drawing[] = [
  t => {
    const hit: k.Point = [2.2, 3.1, 1.22]
    return k.workshop(
      [
        k.walls(t),
        k.table(0.9, 2.4),
        k.sheet(1.5, 2.7, 1.22, k.PLYWOOD, '', 1.7, 1),
        k.item(
          6,
          6,
          k.beam([2.2, 3.1, 1.3 + 2.2 * (1 - k.ramp(t, 0, 0.8))], [2.2, 3.1, 5]) +
            (t > 0.8 ? k.beam([2.2, 3.1, 5], hit) + k.atPoint(hit, k.sparks(t)) : ''),
        ),
        t > 1.5 && k.smoke(hit, [2.2, 3.1, 2.4], t, k.SMOKE, 4, 0.7),
        k.person(4.9, 2.9, { side: -1, goggles: k.GREEN, reach2: [4.6, 2.6, 1.4] }),
      ],
      { look: [2.6, 2.9, 1.3], scale: 1.3 },
    )
  },
  t =>
    k.workshop(
      [
        k.walls(t, { tools: false }),
        k.table(1.2, 1.2, 4.4, 1.6),
        k.person(6.2, 2.6, { side: -1, reach: [5.8, 2.6, 1.9] }),
        ...COLORS.map((color, i) =>
          k.item(
            5,
            5,
            k.atPoint(
              [1.5 + i * 1.2, 2, 1.75 + 0.05 * i],
              k.plate(String(i + 1), color),
              k.ramp(t, i * 0.7, i * 0.7 + 0.5) * (0.72 + 0.06 * i),
            ),
          ),
        ),
      ],
      { look: [3, 2.4, 1.2], scale: 1.35 },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { class: '1', head: k.swing(t, 5) }),
        operator({ reach: [4, 2.9, 1.6] }),
      ],
      {
        look: [2.9, 2.6, 1],
        scale: 1.3,
        front: k.inset(815, 130, 92, [1.9, 3.4, 1.4], k.plate('1', k.GREEN), '#123f2e', {
          look: [2.9, 2.6, 1],
          scale: 1.3,
        }),
      },
    ),
  t => {
    const dot: k.Point = [2.6, 2.7, 1.3]
    return k.workshop(
      [
        k.walls(t),
        k.table(1.1, 1.9),
        k.sheet(1.6, 2.2, 1.22, k.PLYWOOD, '', 1.9, 1),
        k.item(
          6,
          6,
          k.atPoint(dot, k.disc(0, 0, 12 + 4 * k.swing(t, 0.8), k.RED, 0.4) + k.disc(0, 0, 6, k.RED)),
        ),
        k.item(6.1, 6, k.beam([4.1, 3.1, 1.75], dot, k.RED)),
        operator({ reach: [4.2, 3.1, 1.7] }),
      ],
      {
        look: [3, 2.7, 1],
        scale: 1.3,
        front: k.inset(800, 130, 100, [4.9, 2.7, 2.5], k.eye(k.swing(t, 1.6) > 0.3 ? 1 : 0.12), '#123f2e', {
          look: [3, 2.7, 1],
          scale: 1.3,
        }),
      },
    )
  },
  t => {
    const hit: k.Point = [2.4, 2.8, 1.3]
    const eye: k.Point = [4.75, 2.85, 2.42]
    const back = k.ramp(t, 0.6, 1.4)
    const end: k.Point = [
      hit[0] + (eye[0] - hit[0]) * back,
      hit[1] + (eye[1] - hit[1]) * back,
      hit[2] + (eye[2] - hit[2]) * back,
    ]
    return k.workshop(
      [
        k.walls(t),
        k.table(1.1, 1.9),
        k.sheet(1.8, 2.3, 1.22, ['#eef7fb', '#b4cbd6', '#8eaab8'], '', 1.3, 0.9),
        k.item(7, 7, k.beam([1.2, 2.4, 3.2], hit) + k.beam(hit, end)),
        operator({ hurt: t > 1.4, reach: t > 1.8 ? [4.7, 2.8, 2.35] : [4.3, 3, 1.5] }),
      ],
      {
        look: [3, 2.7, 1.3],
        scale: 1.3,
        front:
          t > 1.6
            ? k.inset(800, 130, 100, [4.8, 2.8, 2.5], k.eye(0.85, { red: true }), '#123f2e', {
                look: [3, 2.7, 1.3],
                scale: 1.3,
              })
            : '',
      },
    )
  },
  t => {
    const hit: k.Point = [2.2, 2.8, 1.3]
    return k.workshop(
      [
        k.walls(t),
        k.table(1.1, 1.9),
        k.sheet(1.5, 2.3, 1.22, k.STEEL, '', 1.7, 1),
        k.item(
          7,
          7,
          k.beam([2.2, 2.8, 4.4], hit) +
            k.atPoint(
              hit,
              [-60, -30, 0, 30, 60]
                .map(a =>
                  k.move(
                    0,
                    0,
                    k.line(`M0 0V-${String(Math.round(50 + 70 * k.swing(t, 1.4, a)))}`, '#ff7a5988', 3),
                    1,
                    a,
                  ),
                )
                .join('') + k.sparks(t, 50),
            ),
        ),
        k.crate(3.1, 2.9, 1.22, k.PLYWOOD, 0.5),
        t > 2 && k.flame([3.3, 3.1, 1.5], t, 0.75 * k.ramp(t, 2, 4)),
        operator({ hurt: true, reach: [4.6, 2.8, 2.3], shirt: '#5f9fd0' }),
      ],
      { look: [2.9, 2.7, 1.3], scale: 1.3, front: k.move(860, 90, k.plate('4', k.RED), 1.2) },
    )
  },
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { class: t < 2.6 ? '1' : '4', open: k.ramp(t, 2, 3.4), on: true }),
        t > 3 && k.item(8, 8, k.beam(k.inBed(X, Y), [4.6, 2.9, 2.3])),
        operator({ reach: [4, 3, 1.6 + k.ramp(t, 2, 3.4)], hurt: t > 3.2 }),
      ],
      {
        look: [2.9, 2.6, 1.2],
        scale: 1.25,
        front: k.move(845, 110, k.plate(t < 2.6 ? '1' : '4', t < 2.6 ? k.GREEN : k.RED), 1.3),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, {
          on: t < 2.4,
          crack: k.ramp(t, 0.6, 1.8),
          head: 0.7,
          lamp: t > 2.4 ? k.RED : k.BEAM,
        }),
        operator({ reach: t > 2 ? [3.8, 3.4, 1.6] : [4.3, 3, 1.3] }),
      ],
      {
        look: [2.9, 2.6, 1.1],
        scale: 1.35,
        front:
          k.inset(
            150,
            130,
            100,
            [1.3, 3.4, 1.75],
            k.box(-60, -20, 50, 40, '#a9c9b8') +
              k.box(4, -14, 34, 28, '#2d4d41') +
              k.box(-8, -26, 26, 52, k.AMBER, 5) +
              k.line('M-4 -14h18M-4 0h18', '#a8741b', 3),
            '#123f2e',
            { look: [2.9, 2.6, 1.1], scale: 1.35 },
          ) +
          k.mark(230, 210, false, k.ramp(t, 1, 1.4)) +
          k.mark(860, 90, false, k.ramp(t, 2.4, 2.8)),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { on: false, class: '4' }),
        k.person(3.9, 4.4, { side: -1, reach: [2.2, 3.6, 1.5], lean: -6 }),
      ],
      {
        look: [2.9, 2.9, 1.1],
        scale: 1.25 + 0.02 * k.swing(t, 5),
        front: k.inset(
          800,
          150,
          112,
          [1.95, 3.4, 1.4],
          k.move(0, 0, k.plate('4', k.RED), 1.4 + 0.08 * k.swing(t, 2)),
          '#123f2e',
          { look: [2.9, 2.9, 1.1], scale: 1.25 },
        ),
      },
    ),
]
