import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const HIT: k.Point = [2.2, 2.6, 1.34]
const near = { look: [3, 2.7, 1.2] as k.Point, scale: 1.25 }
const worker = (pose: k.Pose = {}): k.Item => k.person(4.2, 3.2, { side: -1, shirt: '#8a6a4a', ...pose })
const SAFE: k.Pose = { helmet: 1, gloves: '#b9793a', apron: '#6b4a2c' }
const base = (t: number, key = 1): k.Item[] => [
  k.walls(t),
  k.table(1, 1.7, 2.4, 1.8),
  k.workpieces(1.4, 2.1),
  k.welder(5, 1.1, { key }),
]
const weld = (t: number, reach = 54): k.Item =>
  k.item(
    7.5,
    0.05,
    k.torch([HIT[0], HIT[1], HIT[2] + 0.12]) + k.atPoint(HIT, k.sparks(t, reach, k.AMBER, 12)),
  )
const grip: k.Point = [3.1, 2.5, 1.8]

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [
        ...base(t),
        weld(t, 60),
        k.smoke(HIT, [2.2, 2.6, 2.6], t, k.SMOKE, 4, 0.6),
        worker({ ...SAFE, reach: grip }),
      ],
      { ...near, front: k.move(860, 90, k.plate('4', k.RED), 1.2) },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        weld(t),
        k.item(
          9,
          9,
          k.group(
            [
              [0.4, 4.6, 2.4],
              [1.2, 0.2, 2.3],
              [5.6, 4.9, 2.45],
              [3.2, 5.4, 2],
            ]
              .map(p =>
                k.beam(HIT, [
                  HIT[0] + ((p[0] ?? 0) - HIT[0]) * k.ramp(t, 0.6, 2),
                  HIT[1] + ((p[1] ?? 0) - HIT[1]) * k.ramp(t, 0.6, 2),
                  HIT[2] + ((p[2] ?? 0) - HIT[2]) * k.ramp(t, 0.6, 2),
                ]),
              )
              .join(''),
            '',
            0.7,
          ),
        ),
        worker({ ...SAFE, reach: grip }),
        k.person(5.6, 5, {
          side: -1,
          shirt: '#5f9fd0',
          hurt: t > 1.8,
          reach: t > 2 ? [5.5, 4.9, 2.45] : undefined,
        }),
      ],
      { look: [3.1, 3, 1], scale: 1.15, front: k.mark(860, 80, false, k.ramp(t, 2.4, 2.9)) },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        worker({
          ...SAFE,
          goggles: k.GREEN,
          helmet: k.ramp(t, 2, 3),
          reach: t < 3 ? [4.1, 3.1, 2.5] : [3.4, 3.1, 1.5],
        }),
        k.person(2.6, 5.2, { shirt: '#5f9fd0', goggles: k.GREEN, helmet: k.ramp(t, 2.6, 3.4) }),
      ],
      {
        ...near,
        front:
          k.inset(
            150,
            120,
            95,
            [4.2, 3.2, 2.5],
            k.move(0, 0, k.gogglesFront(k.GREEN), 0.85),
            '#123f2e',
            near,
          ) +
          k.inset(
            820,
            400,
            105,
            [4.2, 3.2, 2.4],
            k.shape('M-64 -60Q0 -110 64 -60L70 30Q40 84 0 86Q-40 84 -70 30Z', '#24443a') +
              k.box(-44, -36, 88, 44, '#5fe0a8', 6) +
              k.line('M-34 -24H0', '#fff', 5),
            '#123f2e',
            near,
          ) +
          k.mark(480, 60, true, k.ramp(t, 3.2, 3.7)),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        worker({
          ...SAFE,
          scale: 1.12,
          reach: [3.4, 3.1, 1.7 + 0.2 * k.swing(t, 3)],
          reach2: [4.6, 3.9, 1.4],
        }),
      ],
      {
        look: [3.4, 2.9, 1.2],
        scale: 1.5,
        front:
          k.inset(150, 130, 100, [3.5, 3.1, 1.7], k.hand('#b9793a', '#8a5a2a'), '#123f2e', {
            look: [3.4, 2.9, 1.2],
            scale: 1.5,
          }) +
          k.inset(
            815,
            410,
            100,
            [4.3, 3.2, 0.1],
            k.shape('M-36 -70V30H74Q74 2 34 -8L16 -16V-70Z', '#4a3220') +
              k.box(-40, 28, 118, 16, '#1d120a', 4) +
              k.line('M18 -8L40 0M14 -24L32 -18', '#d99a2b', 5),
            '#123f2e',
            { look: [3.4, 2.9, 1.2], scale: 1.5 },
          ) +
          k.mark(860, 80, true, k.ramp(t, 1.6, 2.1)),
      },
    ),
  t =>
    k.workshop(
      [
        k.item(
          -2,
          -2,
          k.face(
            [
              [0, 0, 0],
              [6.7, 0, 0],
              [6.7, 0, 2.55],
              [0, 0, 2.55],
            ],
            '#2a3b46',
          ) +
            k.face(
              [
                [0, 0, 0],
                [0, 6.7, 0],
                [0, 6.7, 2.55],
                [0, 0, 2.55],
              ],
              '#22313b',
            ),
        ),
        k.door(4.5, 0.8 - 0.8 * k.ramp(t, 0.8, 2)),
        k.lampOnWall(4.2, t, t > 2),
        k.table(1, 1.9, 2.4, 1.8),
        k.workpieces(1.4, 2.3),
        k.welder(0.4, 4.3),
        t > 2.6 &&
          k.item(7.7, 0.05, k.torch([2.2, 2.8, 1.46]) + k.atPoint([2.2, 2.8, 1.34], k.sparks(t, 54))),
        worker({ ...SAFE, reach: t > 2.4 ? [3.1, 2.7, 1.8] : undefined }),
      ],
      {
        look: [3, 2.6, 1.1],
        scale: 1.2,
        front: k.inset(
          830,
          390,
          92,
          [5, 0.1, 1.1],
          k.line(`M-26 -6V-34Q-26 -64 0 -64Q26 -64 26 ${k.n(-34)}V-6`, '#c9d6d0', 12) +
            k.box(-44, -8, 88, 68, k.AMBER, 10) +
            k.disc(0, 20, 9, k.NIGHT) +
            k.line('M0 22V40', k.NIGHT, 7),
          '#123f2e',
          { look: [3, 2.6, 1.1], scale: 1.2 },
        ),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        weld(t, 120),
        worker({ ...SAFE, reach: grip }),
        t < 3.4 && k.crate(0.5 - 0.6 * k.ramp(t, 2.4, 3.4), 4.6 + 1.6 * k.ramp(t, 2.4, 3.4)),
        t < 3.2 && k.can([1.7, 5.3 + 1.2 * k.ramp(t, 2.2, 3.2), 0]),
        t > 1 && t < 2.6 && k.flame([0.9, 5, 0.7], t, 0.8 * k.ramp(t, 1, 2)),
      ],
      {
        look: [2.8, 3.1, 0.9],
        scale: 1.2,
        front: k.bubbleText(840, 90, '10 m') + (t > 3.2 ? k.mark(840, 170, true, k.ramp(t, 3.4, 3.9)) : ''),
      },
    ),
  t => {
    const clampX = 3.2 - 0.35 * k.ramp(t, 0.8, 1.8)
    return k.workshop(
      [
        ...base(t),
        k.item(
          6.9,
          0,
          k.atPoint(
            [clampX, 2.9, 1.36],
            k.line('M0 0L26 -8M0 6L26 10', '#d99a2b', 9) + k.line('M24 0Q60 10 70 60', k.NIGHT, 6),
          ),
        ),
        t > 2.4 ? weld(t, 40) : k.item(7.5, 0.05, k.torch([2.3, 2.6, 1.9])),
        worker({
          ...SAFE,
          reach: t > 2.4 ? grip : [3.2, 2.5, 2.3],
          reach2: t < 2 ? [3.5, 3.1, 1.5] : undefined,
        }),
      ],
      { ...near, front: k.mark(860, 80, true, k.ramp(t, 2.6, 3.1)) },
    )
  },
  t =>
    k.workshop(
      [
        ...base(t),
        worker({ gloves: '#b9793a', apron: '#6b4a2c', reach: [3.5, 4, 1.8] }),
        k.item(
          9,
          9,
          k.atPoint(
            [3.4, 4.1, 1.75],
            k.group(k.torch([0, 0, 0]).replace(/translate\([^)]*\)/, ''), 'scale(1 1)'),
          ) + k.group(k.beam([3.4, 4.1, 1.75], [2.3, 5.1, 1.7]), '', k.swing(t, 1)),
        ),
        k.person(2.1, 5.2, {
          side: 1,
          shirt: '#5f9fd0',
          hurt: true,
          reach: [2.3, 4.9, 2.2],
          reach2: [2.4, 5, 2.3],
        }),
      ],
      { look: [3.1, 3.3, 1], scale: 1.25, front: k.mark(470, 80, false, k.ramp(t, 1.2, 1.7)) },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        weld(t),
        k.item(
          1,
          1,
          k.route(
            [
              [1.9, 2, 2.1],
              [1.5, 1.2, 2.5],
              [0.1, 1.2, 2.3],
            ],
            '#1e382f',
            27,
          ) +
            k.route(
              [
                [1.9, 2, 2.1],
                [1.5, 1.2, 2.5],
                [0.1, 1.2, 2.3],
              ],
              '#a9c9b8',
              22,
            ) +
            k.fanOnWall(1.2, 2.3, t),
        ),
        k.smoke(HIT, [1.9, 2.1, 2.1], t, '#d8d8a8', 7, 0.7),
        worker({ ...SAFE, mask: true, reach: grip }),
      ],
      { ...near, front: k.mark(860, 80, true, k.ramp(t, 1, 1.5)) + k.bubbleText(845, 460, 'Zn  Cr') },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.gasBottle(4.2, 0.9),
        k.smoke([4.2, 0.9, 0.3], [2.4, 4.6, 0.2], t, '#9fc0d4', 10, 1.3),
        worker({
          gloves: '#b9793a',
          apron: '#6b4a2c',
          hurt: t > 1.4,
          lean: 16 * k.ramp(t, 2, 4.6),
          reach: t > 1.6 ? [4.1, 3.1, 2.3] : grip,
        }),
      ],
      {
        ...near,
        front: k.warning(850, 90, '!', 1.1 + 0.06 * k.swing(t, 1)) + k.bubbleText(850, 170, 'O₂ ↓'),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t, t < 2.4 ? 1 - k.ramp(t, 1.4, 2) * 0.6 : 0),
        k.item(7.5, 0.05, k.torch([2.6, 2.9, 1.4], 20)),
        k.person(5.4, 3.4, {
          side: t > 3 ? -1 : 1,
          ...SAFE,
          helmet: 0,
          shirt: '#8a6a4a',
          reach: t < 2.6 ? [5.3, 2.6, 1.4] : [5, 3.6, 1.8],
        }),
      ],
      {
        ...near,
        look: [3.4, 2.6, 1.1],
        front: k.inset(
          150,
          400,
          105,
          [5.3, 2.5, 1.3],
          k.disc(0, 0, 62, '#2d4d41') +
            k.group(
              k.line('M0 -20V20', k.NIGHT, 10) +
                (t < 2.6 ? k.disc(0, -58, 26, '#f7c86b') + k.line('M0 -36V14', '#f7c86b', 12) : ''),
              'translate(0 ' +
                k.n(-60 * k.ramp(t, 2, 2.6)) +
                ') rotate(' +
                k.n(90 - 90 * k.ramp(t, 1, 1.8)) +
                ')',
            ),
          '#123f2e',
          { ...near, look: [3.4, 2.6, 1.1] },
        ),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.door(4.7, 0.9),
        k.table(0.9, 2.2, 2.4, 1.8),
        k.workpieces(1.3, 2.6),
        k.welder(4.6, 2.6, { pressed: k.swing(t, 2.4) }),
        k.person(3.9, 4.6, {
          ...SAFE,
          helmet: 0,
          shirt: '#8a6a4a',
          side: 1,
          reach: t < 3 ? [4.8, 4, 1.4] : [4.7, 3.4, 2.4],
        }),
      ],
      {
        look: [3.2, 2.6, 1.2],
        scale: 1.2,
        front:
          k.inset(
            150,
            400,
            95,
            [5.3, 4, 1.35],
            k.box(-60, -60, 120, 120, k.AMBER, 14) +
              k.disc(0, 6, 42, '#a8741b') +
              k.disc(0, 8 * k.swing(t, 2.4) - 4, 38, k.RED),
            '#123f2e',
            { look: [3.2, 2.6, 1.2], scale: 1.2 },
          ) +
          k.mark(330, 60, true, k.ramp(t, 1.6, 2)) +
          k.mark(830, 90, true, k.ramp(t, 3, 3.4)),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t, 0),
        worker({ hurt: true, apron: '#6b4a2c', reach: [4.1, 3.1, 2.45] }),
        k.person(5.6, 4, { side: -1, shirt: k.INK, hair: '#8a5f31', longHair: true, reach: [4.6, 3.5, 2.2] }),
      ],
      {
        ...near,
        front:
          k.cross(855, 90, 0.95 + 0.05 * k.swing(t, 1)) +
          k.inset(150, 400, 105, [4.2, 3.2, 2.5], k.eye(0.55, { red: true }), '#123f2e', near),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        worker({ helmet: 0, gloves: '#b9793a', apron: '#6b4a2c', side: 1, reach: [5, 2.6, 1.5] }),
        t > 2 && k.item(9, 9, k.atPoint([5.5, 2.5, 2.1], k.disc(0, 0, 30, k.GREEN, 0.4 * k.swing(t, 1)))),
      ],
      {
        ...near,
        look: [3.4, 2.5, 1.2],
        front: k.move(
          830,
          130,
          k.line(
            'M-26 0V' +
              k.n(-30 - 10 * k.ramp(t, 1.2, 2)) +
              'Q-26 -68 0 -68Q26 -68 26 -36' +
              (t > 2 ? '' : 'V0'),
            '#c9d6d0',
            13,
          ) +
            k.box(-48, -4, 96, 78, k.PLYWOOD[0], 12, 'stroke="#9c7544" stroke-width="5"') +
            k.disc(0, 28, 10, '#7d5a30') +
            k.line('M0 30V52', '#7d5a30', 8),
          1.2,
        ),
      },
    ),
]
