import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.2
const Y = 1.6
const near = { look: [2.9, 2.6, 1.2] as k.Point, scale: 1.25 }
const operator = (pose: k.Pose = {}): k.Item => k.person(4.9, 2.7, { side: -1, ...pose })
const board = (t: number, done: number): k.Item => k.listBoard(done + (t > 4 ? 1 : 0), 7)
const base = (t: number, done: number): k.Item[] => [k.walls(t, { bottle: false }), board(t, done)]
const ok = (t: number): string => k.mark(860, 480, true, k.ramp(t, 4, 4.5))

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [
        ...base(0, k.ramp(t, 1, 5) * 3),
        k.cutter(X, Y, t, { on: false }),
        k.clock(2.7, t / 12),
        operator({ reach: [4.6, 2.2, 1.9] }),
      ],
      near,
    ),
  t =>
    k.workshop(
      [
        ...base(t, 0),
        k.cutter(X, Y, t, { on: false, open: 0.5 * k.swing(t, 3) }),
        operator({ reach: [4, 3, 1.75 + 0.5 * k.swing(t, 3)] }),
      ],
      {
        ...near,
        front:
          k.inset(
            150,
            400,
            100,
            [2.4, 2.6, 1.9],
            k.box(-70, -50, 140, 100, '#9fd9bd', 8, 'stroke="#e3efe7" stroke-width="8"') +
              k.move(
                -40 + 80 * k.swing(t, 3),
                10,
                k.line('M22 22L52 52', '#7d5a30', 12) +
                  '<circle r="28" fill="#fff" fill-opacity=".35" stroke="#ecdcb9" stroke-width="7"/>',
              ),
            '#123f2e',
            near,
          ) + ok(t),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t, 1),
        k.cutter(X, Y, t, {
          on: t < 1.6,
          head: 0.5,
          pressed: k.ramp(t, 1.2, 1.6) * (1 - k.ramp(t, 3, 3.4)),
          lamp: t > 1.6 && t < 3.2 ? k.RED : k.GREEN,
        }),
        k.person(4.1, 4, { side: -1, reach: t < 3.4 ? [3.1, 3.5, 1.55] : [3.6, 3.7, 1.5] }),
      ],
      {
        ...near,
        front:
          k.inset(
            815,
            130,
            105,
            [3.4, 3.4, 1.5],
            k.box(-64, -64, 128, 128, k.AMBER, 14) +
              k.disc(0, 6, 46, '#a8741b') +
              k.disc(0, 8 * k.ramp(t, 1.2, 1.6) * (1 - k.ramp(t, 3, 3.4)) - 4, 42, k.RED) +
              k.line('M-22 -18a28 28 0 0 1 44 0m2 -12l-2 13l-13 -3', k.INK, 5),
            '#123f2e',
            near,
          ) + ok(t),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t, 2),
        k.outlet(4.8, 1, [4.2, 2, 0.4]),
        k.cutter(X, Y, t, { on: false, open: 1, lamp: '#4a6b5d' }),
        operator({ gloves: k.INK, reach: [3.6, 2.9, 2] }),
      ],
      {
        ...near,
        front:
          k.inset(
            150,
            400,
            105,
            [2.4, 2.5, 1.95],
            k.shape('M-80 0Q0 -46 80 0Q0 46 -80 0Z', '#9fdcf5') +
              k.line('M-30 -14Q0 -26 30 -14', '#fff', 5) +
              [-34, -6, 26, 10]
                .map((x, i) =>
                  k.disc(x, (i % 2) * 14 - 6, 8, '#7d5a30', 1 - k.ramp(t, 1 + i * 0.6, 1.6 + i * 0.6)),
                )
                .join('') +
              k.move(-40 + 80 * k.swing(t, 1.8), -6, k.box(-26, -18, 52, 40, k.INK, 8)),
            '#123f2e',
            near,
          ) + ok(t),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t, 3),
        k.cutter(X, Y, t, { on: false, open: 1, sheet: undefined, crumbs: 1 - k.ramp(t, 0.8, 3.6) }),
        operator({ reach: [3.8 - 1.1 * k.swing(t, 1.6), 2.9, 1.95] }),
        k.bin(4.4, 4.4),
      ],
      { ...near, front: ok(t) },
    ),
  t =>
    k.workshop(
      [
        ...base(t, 4),
        k.duct([1.5, 1.75, 1.75], t),
        k.cutter(X, Y, t, { on: false, open: 0.7 }),
        k.flowItem([1.5, 1.4, 2.3], [0.2, 1.4, 2.3], t),
        operator({ reach: [3.6, 2.9, 2.1] }),
      ],
      {
        ...near,
        front:
          k.inset(
            150,
            400,
            105,
            [1.5, 1.8, 1.9],
            k.box(-60, -80, 120, 160, '#2d4d41', 10) +
              [-54, -32, -10, 12, 34].map(y => k.line(`M-44 ${y}H44`, k.NIGHT, 8)).join('') +
              k.group(
                k.shape(
                  'M40 -60H62L' +
                    k.n(62 - 54 * k.ramp(t, 1, 1.6)) +
                    ' 60H' +
                    k.n(40 - 54 * k.ramp(t, 1, 1.6)) +
                    'Z',
                  k.INK,
                ),
                '',
              ),
            '#123f2e',
            near,
          ) + ok(t),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t, 5),
        k.cutter(X, Y, t, { on: false }),
        k.crate(4.6, 3.4, 0, k.METAL, 0.9),
        k.item(
          8.4,
          8,
          k.route(
            [
              [3.9, 3.2, 0.4],
              [4.4, 3.6, 0.1],
              [4.7, 3.8, 0.4],
            ],
            k.BLUE,
            7,
          ),
        ),
        k.person(5.2, 2.6, { side: -1, reach: [4.9, 3.4, 1.1] }),
      ],
      {
        ...near,
        front:
          k.inset(
            815,
            130,
            105,
            [5, 3.9, 0.8],
            k.box(-56, -66, 112, 132, '#dff1fa', 10) +
              k.box(-56, -20 + 4 * Math.sin(t * 2), 112, 88, k.BLUE, 8) +
              k.line('M30 -50V60', '#4a6b5d', 3) +
              k.line('M22 -20H38', k.GREEN, 6) +
              k.flow(
                [
                  [0, 0, 0],
                  [0, 0, 0],
                ],
                0,
              ),
            '#123f2e',
            near,
          ) + ok(t),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        board(t, 6),
        k.detector(t),
        k.door(5.2, 0.9),
        k.cutter(0.7, 1.8, t, { on: false }),
        k.person(4.7, 1.9, { side: -1, reach: [3.2, 0.3, 1.2 + 0.8 * k.swing(t, 3)], reach2: undefined }),
      ],
      { look: [3.2, 2.2, 1.3], scale: 1.25, front: ok(t) },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.outlet(4.8, k.ramp(t, 1, 1.8), [4.2, 2, 0.4]),
        k.cutter(X, Y, t, { on: false, crack: 1, lamp: t > 1 ? '#4a6b5d' : k.GREEN }),
        t > 2.4 && k.note([2.5, 3.5, 1.9]),
        k.person(4.6, 3.8, { side: -1, reach: t > 2 && t < 3.6 ? [3.4, 3.7, 1.7] : [4.2, 3.9, 2.3] }),
        t > 3 && k.person(5.9, 3, { side: -1, shirt: '#5f9fd0' }),
      ],
      { look: [3.1, 2.8, 1.1], scale: 1.25 },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.listBoard(7, 7),
        k.duct([1.5, 1.75, 1.75], t),
        k.cutter(X, Y, t, { open: 1 - k.ramp(t, 0.4, 1.6), on: t > 1.8, head: k.swing(t, 4) }),
        operator({ goggles: k.GREEN, reach: [4, 3, 1.6 + 0.6 * (1 - k.ramp(t, 0.4, 1.6))] }),
      ],
      { ...near, front: k.mark(860, 80, true, k.ramp(t, 2, 2.5)) },
    ),
]
