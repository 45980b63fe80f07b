import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.2
const Y = 1.6
const near = { look: [2.9, 2.6, 1.1] as k.Point, scale: 1.3 }
const operator = (pose: k.Pose = {}): k.Item => k.person(4.9, 2.7, { side: -1, ...pose })
const head: k.Point = [4.85, 2.75, 2.5]
/** Section of an eye: parallel light in, a point on the retina. */
const section = (t: number): string =>
  k.disc(10, 0, 62, '#fffdf6') +
  k.shape('M-46 -34Q-66 0 -46 34Q-30 0 -46 -34Z', '#9fdcf5') +
  k.line('M66 -24Q78 0 66 24', k.RED, 6) +
  k.line('M-120 -22H-50L68 0L-50 22H-120', k.BEAM, 4) +
  k.disc(68, 0, 5 + 4 * k.swing(t, 0.4), '#fff')

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { open: 1, on: true }),
        k.item(
          8,
          8,
          k.beam(k.inBed(X, Y, 0.6), [2.9 + 1.85 * k.ramp(t, 0.3, 1), 2.6, 1.8 + 0.6 * k.ramp(t, 0.3, 1)]),
        ),
        operator(),
      ],
      { ...near, front: k.inset(800, 140, 118, head, section(t), '#123f2e', near) },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { open: 1, on: t < 0.6 }),
        k.clock(3.7, t / 6),
        operator({ hurt: t > 1, reach: t > 1 ? head : undefined }),
      ],
      {
        ...near,
        front: k.inset(
          800,
          150,
          112,
          head,
          k.eye(t < 1 ? 1 : t < 2 ? 0.1 : 1, { red: t > 2 }),
          '#123f2e',
          near,
        ),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { open: 1, on: false, lamp: k.BEAM }),
        k.item(
          8,
          8,
          k.group(
            k
              .route([k.inBed(X, Y, 0.6), head], '#d7b6ff', 4)
              .replace('fill=', `stroke-dasharray="7 15" stroke-dashoffset="${k.n(-t * 40)}" fill=`),
            '',
            0.3 + 0.6 * k.swing(t, 2),
          ),
        ),
        operator({ reach: [4.2, 3, 1.5] }),
      ],
      {
        ...near,
        front: k.inset(800, 150, 105, head, k.eye(1, { look: 14 * Math.sin(t * 2) }), '#123f2e', near),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { open: 1 - k.ramp(t, 0.6, 2), on: t > 2.2, head: k.swing(t, 5) }),
        operator({ reach: [4, 3, 1.6 + (1 - k.ramp(t, 0.6, 2))] }),
        k.person(2.6, 5.2, { shirt: '#5f9fd0', longHair: true, hair: '#7a3b1d' }),
      ],
      { ...near, front: k.mark(860, 80, true, k.ramp(t, 2.4, 3)) },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.table(0.9, 1.6),
        k.item(
          6,
          5,
          k.beam([1.9, 2.3, 2.3], [1.9, 2.3, 1.25]) + k.atPoint([1.9, 2.3, 1.25], k.sparks(t, 26, k.BEAM)),
        ),
        k.item(3, 4, k.block(1.75, 2.1, 2.2, 0.3, 0.3, 0.5, k.METAL)),
        k.person(4.3, 2.2, { side: -1, goggles: k.GREEN }),
        k.person(3, 4.7, { side: -1, goggles: '#1c2f28', shirt: '#d8776f', hurt: t > 2.6 }),
      ],
      {
        look: [2.8, 2.9, 1.1],
        scale: 1.25,
        front:
          k.inset(805, 120, 100, [4.3, 2.2, 2.5], k.move(0, 0, k.gogglesFront(k.GREEN), 0.9), '#123f2e', {
            look: [2.8, 2.9, 1.1],
            scale: 1.25,
          }) +
          k.mark(885, 205, true, k.ramp(t, 0.8, 1.2)) +
          k.inset(160, 390, 100, [3, 4.7, 2.5], k.move(0, 0, k.gogglesFront('#3a2a30'), 0.8), '#123f2e', {
            look: [2.8, 2.9, 1.1],
            scale: 1.25,
          }) +
          k.mark(245, 465, false, k.ramp(t, 2.6, 3)),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { on: false, class: '4' }),
        operator({ goggles: k.GREEN, reach: [4.6, 2.8, 2.2] }),
      ],
      {
        ...near,
        front:
          k.inset(
            820,
            120,
            100,
            head,
            k.move(0, -16, k.gogglesFront(k.GREEN, '450 nm'), 0.85),
            '#123f2e',
            near,
          ) +
          k.inset(
            140,
            400,
            100,
            [1.6, 3.4, 1.45],
            k.box(-70, -34, 140, 68, k.AMBER, 8) + k.sign(0, 12, '450 nm', 30, k.NIGHT),
            '#123f2e',
            near,
          ) +
          k.mark(480, 60, true, k.ramp(t, 1.6, 2.1)),
      },
    ),
  t => {
    const hit = k.inBed(X, Y, 0.5)
    return k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { open: 1, on: t > 0.5 }),
        k.item(
          7,
          7,
          k.atPoint(hit, k.line('M-22 4L26 -6', '#dfeef4', 9)) +
            (t > 0.8 ? k.beam(hit, [4.75, 2.75, 2.45]) : ''),
        ),
        operator({ hurt: t > 1.2, reach: [3.6, 3.1, 1.9] }),
      ],
      {
        ...near,
        front:
          k.inset(
            815,
            400,
            105,
            [3.9, 3, 1.9],
            k.hand() + k.box(-28, 40, 56, 16, k.AMBER) + k.disc(0, 48, 15, k.INK) + k.ring(10, -34),
            '#123f2e',
            near,
          ) + k.mark(895, 480, false, k.ramp(t, 2, 2.5)),
      },
    )
  },
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { open: 1, on: true, head: 0.75 }),
        operator({
          reach: t < 2.2 ? [4.3 - 1.1 * k.ramp(t, 0.4, 1.6), 2.9, 1.9] : [4.6, 2.9, 1.4],
          hurt: t > 1.8,
        }),
      ],
      {
        ...near,
        front:
          k.inset(
            815,
            400,
            105,
            [3.3, 2.7, 1.9],
            k.hand(k.SKIN) +
              (t > 1.8 ? k.disc(-2, -10, 12, k.RED, 0.9) + k.disc(-2, -10, 5, '#7a1d18') : '') +
              k.move(-2, -10, k.line('M0 -90V-2', k.BEAM, 5)) +
              k.move(-2, -10, k.sparks(t, 34, k.BEAM)),
            '#123f2e',
            near,
          ) + k.mark(860, 80, false, k.ramp(t, 2, 2.5)),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { on: false, pressed: 1, lamp: k.RED }),
        k.person(4.2, 3.6, { side: 1, hurt: true, reach: [4.3, 3.5, 2.45], reach2: undefined }),
        k.person(5.7, 3.3, {
          side: -1,
          shirt: k.INK,
          reach: [4.7, 3.6, 2.4],
          longHair: true,
          hair: '#8a5f31',
        }),
      ],
      {
        look: [3.4, 2.8, 1.1],
        scale: 1.3,
        front:
          k.cross(850, 90, 0.9 + 0.05 * k.swing(t, 1)) +
          k.inset(150, 400, 105, [4.3, 3.5, 2.5], k.eye(0.55, { red: true }), '#123f2e', {
            look: [3.4, 2.8, 1.1],
            scale: 1.3,
          }),
      },
    ),
]
