import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.4
const Y = 1.9
const near = { look: [2.8, 2.7, 1.3] as k.Point, scale: 1.35 }
const maker = (pose: k.Pose = {}): k.Item =>
  k.person(4.4, 2.9, { side: -1, shirt: '#5f9fd0', longHair: true, hair: '#7a3b1d', ...pose })
const lab = (t: number): k.Item[] => [k.walls(t), k.table(1, 1.7, 2.9, 1.9)]
const resin = (t: number, state: { hood?: number; light?: boolean } = {}): k.Item =>
  k.resinPrinter(1.4, 2, t, state)

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [
        k.walls(t, { open: k.ramp(t, 2.4, 3.4) }),
        k.table(1, 1.7, 2.7, 1.9),
        k.printer(X, Y, t, { built: 0.4 }),
        k.smoke([2.4, 2.7, 1.9], t < 3 ? [4.2, 2.9, 2.9] : [0.3, 4.2, 2.2], t, '#a9b8d0', 7, 0.7),
        maker({ hurt: t > 1 && t < 3 }),
      ],
      { look: [2.4, 2.9, 1.3], scale: 1.25 },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.table(0.7, 1.4, 4.6, 1.9),
        k.printer(0.9, 1.5, t, { built: 0.4 }),
        k.printer(3.3, 1.5, t + 0.6, { built: 0.5, door: 0, hot: true }),
        k.item(
          1,
          0,
          k.route(
            [
              [4.2, 1.6, 3.1],
              [4.2, 0.6, 3.3],
              [4.2, 0.1, 3],
            ],
            '#a9c9b8',
            18,
          ),
        ),
        k.person(5.4, 4.2, { side: -1, shirt: '#5f9fd0', longHair: true, hair: '#7a3b1d' }),
      ],
      {
        look: [3.2, 2.5, 1.5],
        scale: 1.2,
        front: k.bubbleText(150, 100, 'PLA', '#1e8f5f') + k.bubbleText(810, 100, 'ABS', '#a9332d'),
      },
    ),
  t =>
    k.workshop(
      [
        ...lab(t),
        resin(t, { hood: 0.9 * k.ramp(t, 0.4, 1.4) }),
        k.bottle([3.1, 2.4, 1.22], k.AMBER),
        maker({ reach: [3.3, 2.9, 1.6], hurt: t > 2.8 }),
      ],
      {
        ...near,
        front: k.inset(
          810,
          140,
          112,
          [3.3, 2.9, 1.6],
          k.hand() +
            (t > 2
              ? k.disc(-4, 0, 16, k.AMBER) +
                [
                  [-22, 24],
                  [14, 20],
                  [22, -8],
                  [-18, -20],
                  [2, 34],
                ]
                  .map(([x = 0, y = 0], i) => k.disc(x, y, 6, k.RED, k.ramp(t, 3 + i * 0.4, 3.4 + i * 0.4)))
                  .join('')
              : k.shape(`M-4 ${k.n(-90 + 80 * k.ramp(t, 1, 2))}q14 18 0 26q-14 -8 0 -26Z`, k.AMBER)),
          '#123f2e',
          near,
        ),
      },
    ),
  t =>
    k.workshop(
      [
        ...lab(t),
        resin(t),
        k.bottle([3.1, 2.4, 1.22], k.AMBER),
        maker({ goggles: k.GREEN, gloves: '#6b8fe0', reach: [3.4, 2.9, 1.6], reach2: [3.7, 3.3, 1.6] }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            130,
            100,
            [4.4, 2.9, 2.5],
            k.move(0, 0, k.gogglesFront(k.GREEN), 0.9),
            '#123f2e',
            near,
          ) +
          k.inset(150, 410, 100, [3.5, 3, 1.6], k.hand('#6b8fe0', '#6b8fe0'), '#123f2e', near) +
          k.mark(235, 485, true, k.ramp(t, 1, 1.5)),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.sink(1.6, 1.6, t, t > 1),
        k.bottle([2.7, 1.9, 1.1], '#f3f7f2'),
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
            150,
            112,
            [2.2, 2.1, 1.4],
            k.hand() +
              k.disc(-4, 0, 16 * (1 - k.ramp(t, 2, 4.5)), k.AMBER) +
              (t > 1
                ? Array.from({ length: 9 }, (_, i) =>
                    k.disc(
                      -50 + ((i * 41) % 100),
                      -30 + ((i * 29) % 80) + 8 * Math.sin(t * 2 + i),
                      9 + (i % 3) * 4,
                      '#fff',
                      0.75,
                    ),
                  ).join('')
                : ''),
            '#123f2e',
            { look: [2.5, 2.2, 1.2], scale: 1.5 },
          ) +
          k.move(150, 410, k.box(-30, -70, 60, 120, '#c9ebfa', 10) + k.sign(0, 0, 'IPA', 26, k.NIGHT)) +
          k.mark(205, 470, false, k.ramp(t, 2.4, 2.9)),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t, { open: 1 }),
        k.table(1, 1.7, 2.9, 1.9),
        k.item(
          4.5,
          3,
          k.block(1.5, 2.2, 1.22, 1, 0.9, 0.5, ['#c9ebfacc', '#8fc6e2cc', '#6aa9cacc']) +
            k.block(1.8, 2.4, 1.5 + 0.3 * k.swing(t, 2), 0.4, 0.4, 0.3, ['#9af0c6', '#3ddc97', '#27a873']),
        ),
        k.smoke([2, 2.6, 1.8], [0.3, 4.2, 2.2], t, '#bfe0f0', 5, 0.6),
        maker({ goggles: k.GREEN, gloves: '#6b8fe0', reach: [3, 2.9, 1.9] }),
      ],
      {
        look: [2.5, 2.8, 1.3],
        scale: 1.3,
        front:
          k.inset(
            810,
            400,
            100,
            [4, 4.6, 0.4],
            k.move(
              0,
              56,
              k.group('', '') +
                k.shape(
                  'M0 6C-54 6 -56 -36 -28 -64C-26 -44 -12 -44 -10 -58C-10 -86 10 -96 16 -122C30 -90 56 -60 50 -24C44 0 26 6 0 6Z',
                  '#f2653a',
                ) +
                k.shape('M0 4C-24 4 -24 -22 -8 -40C4 -26 20 -26 18 -8C14 2 8 4 0 4Z', k.AMBER),
            ),
            '#123f2e',
            { look: [2.5, 2.8, 1.3], scale: 1.3 },
          ) + k.mark(880, 470, false, k.ramp(t, 1.6, 2.1)),
      },
    ),
  t =>
    k.workshop(
      [
        ...lab(t),
        k.item(
          4.5,
          3.5,
          k.block(1.5, 2.1, 1.22, 1.2, 1.2, 0.25, k.STEEL) +
            k.block(1.9, 2.5, 1.5, 0.4, 0.4, 0.6, ['#9af0c6', '#3ddc97', '#27a873']) +
            k.block(1.5, 2.1, 1.47, 1.2, 1.2, 1.1, ['#c9b2ff66', '#a98cf055', '#8a6ce044']) +
            k.atPoint([2.1, 2.7, 1.9], k.disc(0, 0, 60, '#b28cff', 0.25 + 0.2 * k.swing(t, 1))),
        ),
        k.clock(3.7, t / 3),
        maker({ goggles: k.GREEN, gloves: '#6b8fe0' }),
      ],
      { ...near, front: k.mark(860, 80, true, k.ramp(t, 4.2, 4.7)) },
    ),
  t =>
    k.workshop(
      [
        k.walls(t, { open: 0 }),
        k.sink(0.5, 1, t, false),
        k.table(2.6, 0.8, 2.4, 1.5),
        k.item(
          5,
          3,
          k.atPoint(
            [3.4, 1.5, 1.22],
            k.box(-24, -26, 48, 28, k.AMBER, 4) +
              k.line('M-36 -50L-20 -34M0 -62V-42M36 -50L20 -34', '#ffe08a', 5),
          ),
        ),
        k.bin(5, 3.4),
        k.person(3.9, 3.4, {
          side: 1,
          shirt: '#5f9fd0',
          longHair: true,
          hair: '#7a3b1d',
          gloves: '#6b8fe0',
          reach: [4.7, 3.5, 1.3],
        }),
      ],
      {
        look: [2.9, 2.2, 1.1],
        scale: 1.25,
        front:
          k.mark(210, 230, false, k.ramp(t, 0.8, 1.3)) +
          k.mark(790, 250, true, k.ramp(t, 3, 3.5)) +
          k.move(
            480,
            70,
            k.disc(0, 0, 30, '#ffd27a') +
              Array.from({ length: 8 }, (_, i) =>
                k.group(k.line('M0 -40V-54', '#ffd27a', 7), `rotate(${k.n(i * 45 + t * 14)})`),
              ).join(''),
          ),
      },
    ),
  t =>
    k.workshop(
      [
        ...lab(t),
        k.item(5, 4, k.block(2.2, 2.4, 1.22, 0.5, 0.5, 0.6, ['#9af0c6', '#3ddc97', '#27a873'])),
        k.smoke([2.6, 2.7, 1.7], [3.6, 2.7, 2.2], t, '#bfe8d4', 6, 0.5),
        maker({ mask: true, goggles: k.GREEN, reach: [2.95 + 0.25 * k.swing(t, 0.7), 2.8, 1.75] }),
      ],
      { ...near, front: k.mark(860, 80, true, k.ramp(t, 1, 1.5)) },
    ),
]
