import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.2
const Y = 1.6
const near = { look: [2.9, 2.6, 1.1] as k.Point, scale: 1.3 }
const operator = (pose: k.Pose = {}): k.Item => k.person(4.9, 2.7, { side: -1, ...pose })
const bedAt = (head: number, up = 0.05): k.Point => {
  const [x, y, z] = k.inBed(X, Y, head)
  return [x, y, z + up]
}

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { head: 0.3 + 0.3 * k.ramp(t, 0, 4) }),
        k.flame(bedAt(0.35), t, 0.1 + 0.9 * k.ramp(t, 0.6, 4.5)),
        t > 2 && k.smoke(bedAt(0.35, 0.8), bedAt(0.35, 2.2), t, '#7b8a83'),
        operator({ hurt: t > 3, side: t > 2.4 ? -1 : 1 }),
      ],
      near,
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { head: k.swing(t, 4) }),
        operator({ reach: [4, 3, 1.6], goggles: k.GREEN }),
        k.clock(3.7, t / 5),
      ],
      { ...near, front: k.mark(860, 80, true, k.ramp(t, 0.8, 1.4)) },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, {
          head: 0.4,
          on: t < 2,
          pressed: k.ramp(t, 1.5, 1.9),
          lamp: t > 2 ? k.AMBER : k.BEAM,
        }),
        k.door(4.7, k.ramp(t, 3.4, 4.6)),
        t < 3 && k.phone([5, 3.1, 1.2], t),
        k.person(4.6 + 0.5 * k.ramp(t, 2.6, 5), 3.3 - 2.4 * k.ramp(t, 2.6, 5), {
          side: t > 2.6 ? 1 : -1,
          reach: t < 2.4 ? [3.1, 3.5, 1.5] : undefined,
          walk: t > 2.6 ? t * 1.6 : undefined,
        }),
      ],
      {
        look: [3.2, 2.5, 1.1],
        scale: 1.2,
        front: k.move(
          850,
          90,
          k.disc(0, 0, 40, k.AMBER) + k.line('M-11 -16V16M11 -16V16', k.NIGHT, 10),
          k.ramp(t, 1.6, 2),
        ),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { head: 0.5 }),
        k.flame(bedAt(0.5), t, 0.55 * (1 - k.ramp(t, 2, 3.2))),
        t > 1.6 && k.flowItem([1.9, 2, 2.7], bedAt(0.45, 0.1), t, k.BLUE),
        k.smoke(bedAt(0.55), t < 2 ? bedAt(0.6, 1.5) : [4.2, 2.9, 2.3], t, k.SMOKE, 5, 0.7),
        operator({ reach: [4, 3, 1.6] }),
      ],
      {
        ...near,
        front: k.inset(
          815,
          130,
          105,
          bedAt(0.5),
          k.box(-130, 46, 260, 60, '#ecdcb9', 0) +
            k.shape('M-26 -110H26V-34L8 0H-8L-26 -34Z', '#d99a2b') +
            k.line('M0 0V46', k.BEAM, 5) +
            k.line('M44 -60Q36 0 20 34M-44 -60Q-36 0 -20 34', k.BLUE, 6) +
            k.move(30, 50, k.disc(0, -10, 18 * (1 - k.ramp(t, 2, 3)), '#f2653a')),
          '#123f2e',
          near,
        ),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { on: false, open: 1, sheet: undefined, crumbs: 1 - k.ramp(t, 1.2, 4) }),
        operator({ reach: [3.9 - 1.2 * k.swing(t, 1.6), 2.9, 1.95] }),
        k.bin(4.3, 4.3),
      ],
      {
        ...near,
        front:
          k.inset(
            150,
            400,
            105,
            bedAt(0.3),
            [-60, -20, 20, 60].map(x => k.line(`M${x} -100V100`, '#4a6b5d', 8)).join('') +
              Array.from({ length: 12 }, (_, i) =>
                i / 12 < 1 - k.ramp(t, 1.2, 4)
                  ? k.line(`M${((i * 47) % 150) - 75} ${((i * 31) % 130) - 65}l18 8`, '#c49c62', 8)
                  : '',
              ).join(''),
            k.NIGHT,
            near,
          ) + k.mark(860, 80, true, k.ramp(t, 4, 4.6)),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t, { bottle: false }),
        k.blanket(3.6),
        k.crate(2, 3.6, 0, k.PLYWOOD, 0.9),
        k.flame([2.4, 4, 0.7], t, 0.95 * (1 - 0.7 * k.ramp(t, 2.4, 5.5))),
        k.person(4.7, 3.4, { side: -1, reach: [4.2, 3.6, 1.3], reach2: [4.3, 3.7, 1.1] }),
        k.item(
          9.2,
          0,
          k.atPoint(
            [4.1, 3.75, 0.95],
            k.group(k.move(0, -30, k.extinguisherShape(0.75, k.ramp(t, 1.4, 2.2), t)), 'scale(-1 1)'),
          ),
        ),
      ],
      { look: [3.3, 3.2, 1], scale: 1.3 },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.outlet(4.6, k.ramp(t, 4, 4.8), [4.1, 2.2, 0.5]),
        k.cutter(X, Y, t, { on: false, pressed: k.ramp(t, 0.7, 1), lamp: t > 1 ? k.RED : k.BEAM }),
        k.flame(bedAt(0.5), t, 0.8 * (1 - 0.85 * k.ramp(t, 2, 6))),
        k.smoke(bedAt(0.5, 0.6), bedAt(0.5, 1.8), t, '#7b8a83', 5, 0.9 - 0.5 * k.ramp(t, 3, 6)),
        k.person(4.2 + 0.9 * k.ramp(t, 2, 3.6), 3.8 - 2.6 * k.ramp(t, 2, 3.6), {
          side: t > 2 ? 1 : -1,
          reach: t < 1.8 ? [3.1, 3.5, 1.55] : t > 3.6 ? [4.9, 0.3, 0.8] : undefined,
          walk: t > 2 && t < 3.6 ? t * 1.6 : undefined,
        }),
      ],
      near,
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(0.7, 2.1, t, { on: false, open: 0.3, lamp: k.RED }),
        k.flame([1.8, 3, 1.8], t, 1.2 + 0.4 * k.ramp(t, 0, 3)),
        k.flame([2.9, 3.2, 1.8], t + 1, 0.9),
        k.smoke([2, 3, 3], [2.6, 2.6, 4.6], t, '#6b7a73', 8, 1.5),
        k.door(4.6, 1 - k.ramp(t, 4.6, 5.4)),
        t < 4.8 &&
          k.person(4 + 1.1 * k.ramp(t, 0.4, 4), 3.6 - 3.1 * k.ramp(t, 0.4, 4), { side: 1, walk: t * 1.8 }),
        k.detector(t, true),
      ],
      { look: [3.2, 2.6, 1.3], scale: 1.15, front: t > 5 ? k.bubbleText(835, 90, '112', k.RED) : '' },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { on: false, open: 1, lamp: k.GREEN }),
        k.clock(3.7, t / 3),
        k.item(
          8,
          8,
          k.atPoint(
            bedAt(0.4),
            k.disc(0, 0, 14 + 6 * k.swing(t, 1), '#ff7a2e', 0.4) +
              k.disc(0, 0, 6, k.RED, 1 - 0.8 * k.ramp(t, 3, 5.4)),
          ),
        ),
        k.smoke(bedAt(0.4), bedAt(0.4, 0.9), t, k.SMOKE, 3, 0.45),
        operator({ reach: undefined }),
        k.bin(4.3, 4.3),
      ],
      {
        ...near,
        front: k.inset(
          150,
          400,
          105,
          bedAt(0.4),
          k.box(-130, -20, 260, 120, '#ecdcb9', 0) +
            k.line('M-100 -20H110', '#3a2412', 14) +
            [-50, 0, 44]
              .map((x, i) => k.disc(x, -20, 8 + 4 * k.swing(t, 1, i), '#ff7a2e', 1 - k.ramp(t, 3, 5.4)))
              .join(''),
          '#123f2e',
          near,
        ),
      },
    ),
]
