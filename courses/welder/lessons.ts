/** Scenes and captions of the welder course: what to know before a hand-held laser welder is unlocked. */
import * as figure from '../draw/figures.ts'
import {
  AMBER,
  at,
  BEAM,
  BLUE,
  CENTER_Y as C,
  circle,
  type DrawnCourse,
  GREEN,
  INK,
  lap,
  line,
  CENTER_X as M,
  RED,
  ramp,
  SOFT,
  scene,
  swing,
} from '../draw/stage.ts'

export const course: DrawnCourse = {
  id: 'welder',
  version: '3',
  title: { en: 'Laser welder: before you unlock it', zh: '激光焊机：解锁之前' },
  about: {
    en: 'A handheld welder is an open class 4 laser. Watch this once, then unlock yours.',
    zh: '手持激光焊机是敞开式 4 类激光设备。请完整观看一次，再解锁您的设备。',
  },
  lessons: [
    {
      id: 'unlock',
      title: { en: 'Before you unlock it', zh: '解锁之前' },
      about: { en: 'For the 1200 W and the 800 W welder.', zh: '适用于 1200 W 与 800 W 焊机。' },
      poster: 3,
      scenes: [
        scene(
          6,
          'This welder is a class 4 laser in your hand: open, invisible, and strong enough to cut steel.',
          '这台焊机是握在手中的 4 类激光：敞开、看不见、足以切割钢材。',
          t =>
            at(430, 330, figure.workpiece()) +
            at(430, 318, figure.torch(), { scale: 1.4 }) +
            at(425, 326, figure.sparks(t, AMBER, 12)) +
            at(800, 180, figure.classPlate('4', RED)),
        ),
        scene(
          6.5,
          'Its beam and every reflection can blind from many meters away. There is no safe place to watch.',
          '光束和每一处反射在数米之外都能致盲。没有可以旁观的安全位置。',
          t =>
            line('M200 420H760', BLUE, 14) +
            figure.beam(330, 110, 480, 408, t) +
            [-50, -20, 20, 50]
              .map(a => at(480, 408, line(`M0 0V${-330 * ramp(t, 0.6, 2)}`, `${BEAM}99`, 4), { turn: a }))
              .join('') +
            at(800, 170, figure.eye(0.9, RED), { scale: 0.7 }),
        ),
        scene(
          6.5,
          'Wear laser goggles for its wavelength under a welding helmet. So must everyone in the room.',
          '焊接面罩之下佩戴对应波长的激光护目镜：您和房间里每个人都要戴。',
          t =>
            at(300, C, figure.goggles()) +
            at(660, C, figure.helmet(ramp(t, 1.5, 2.4)), { scale: 1.3 }) +
            at(800, 410, figure.check(ramp(t, 2.6, 3.4)), { scale: 0.6 }),
        ),
        scene(
          6,
          'Wear leather gloves, cotton or leather clothes that cover all skin, and closed boots.',
          '皮手套、覆盖全身的棉质或皮质衣物、封闭式工作鞋。',
          () =>
            at(230, C, figure.glove()) +
            at(490, 280, figure.person(GREEN), { scale: 1.2 }) +
            at(750, 290, figure.boot()),
        ),
        scene(
          6.5,
          'Work in a closed laser area: opaque walls, no windows, a warning light, a locked door.',
          '在封闭的激光区内作业：不透光墙壁、无窗、警示灯、门上锁。',
          t =>
            at(360, 270, figure.door(1 - ramp(t, 0.8, 2)), { scale: 1.2 }) +
            at(360, 92, circle(0, 0, 22, RED, 7, swing(t, 1) > 0.5 ? RED : 'none')) +
            at(680, 270, figure.barrier()),
        ),
        scene(
          6,
          'Clear the bench and the floor: sparks fly for meters. Nothing flammable within ten meters.',
          '清空工作台和地面：火花会飞出数米。十米内不放易燃物。',
          t =>
            at(300, 330, figure.workpiece()) +
            at(300, 320, figure.sparks(t, AMBER, 14), { scale: 2 }) +
            line(`M300 430H${300 + 410 * ramp(t, 0.5, 2.5)}M300 414V446`, AMBER, 6) +
            at(830, 360, figure.flame(t), { scale: 0.6 }) +
            at(830, 360, figure.never(90, ramp(t, 2.6, 3.1))),
        ),
        scene(
          6.5,
          'Clamp the ground lead to the workpiece. The laser fires only while the torch touches it.',
          '把接地夹夹在工件上。只有焊枪接触工件时，激光才会发射。',
          t =>
            at(560, 350, figure.workpiece(), { scale: 1.2 }) +
            at(360 - 60 * (1 - ramp(t, 0.8, 2)), 360, figure.clamp()) +
            (t > 2.4
              ? at(610, 338, figure.torch()) + at(605, 342, figure.sparks(t, AMBER, 8), { scale: 0.7 })
              : at(610, 250, figure.torch())) +
            at(820, 160, figure.check(ramp(t, 2.6, 3.4)), { scale: 0.7 }),
        ),
        scene(
          6,
          'Never point the torch at a person, at yourself, or at anything that shines.',
          '绝不要将焊枪指向他人、自己或任何反光物体。',
          t =>
            at(420, 276, figure.torch(), { turn: 190, scale: 0.8 }) +
            line(`M446 270H${446 + 70 * lap(t, 1)}`, BEAM, 5) +
            at(590, 270, figure.person()) +
            at(M, C, figure.never(210, ramp(t, 1.6, 2.1))),
        ),
        scene(
          6.5,
          'Extract the fumes at the seam: those of zinc and stainless steel are toxic.',
          '在焊缝处抽走烟气：锌和不锈钢会释放有毒物质。',
          t =>
            at(300, 380, figure.workpiece()) +
            at(300, 360, figure.smoke(t, SOFT, 5), { scale: 0.8 }) +
            at(480, 240, at(0, 0, figure.airflow(t, 120), { turn: -20 })) +
            at(690, 200, figure.fan(t)) +
            at(840, 370, figure.mask(), { scale: 0.7 }),
        ),
        scene(
          6,
          'Shielding gas displaces air. In a small room it can suffocate you unnoticed.',
          '保护气会排挤空气。在小房间里可能让人不知不觉窒息。',
          t =>
            at(
              260,
              280,
              line('M-50 -90Q0 -130 50 -90V120H-50Z', BLUE, 8, '#14303f') +
                line('M-16 -116V-140H16V-116', INK, 7),
            ) +
            at(430, 300, figure.smoke(t, BLUE, 4), { turn: 80 }) +
            at(700, 290, figure.person(AMBER), { turn: 12 * ramp(t, 2, 4) }) +
            at(700, 110, figure.hazard(), { scale: 0.5 }),
        ),
        scene(
          6,
          'Whenever you put it down: finger off the trigger, key out. Only trained people get the key.',
          '放下焊枪时，手指离开扳机、拔出钥匙。未受训者不得拿到钥匙。',
          t =>
            at(300, 270, figure.torch(), { scale: 1.2 }) +
            at(680, C, circle(-60, 0, 40, AMBER, 9) + line('M-20 0H90M50 0V34M84 0V26', AMBER, 10), {
              turn: 90 * ramp(t, 1.4, 2.4),
            }),
        ),
        scene(
          6,
          'Know the emergency stop, the extinguisher and the way out before you begin.',
          '开始之前，熟悉急停按钮、灭火器和出口。',
          t =>
            at(220, 280, figure.stopButton(swing(t, 3))) +
            at(500, C, figure.extinguisher()) +
            at(770, C, figure.door(0.8)),
        ),
        scene(
          6.5,
          'A flash in the eye or a burn? Stop, power off, and see a doctor the same day.',
          '眼睛被闪到或皮肤灼伤：停机、断电、当天就医。',
          t =>
            at(270, C, figure.eye(0.5, RED)) +
            at(560, C, figure.hand(INK) + circle(6, 20, 16, RED, 7)) +
            at(810, C, line('M-40 0H40M0 -40V40', GREEN, 20), { scale: 1 + 0.06 * swing(t, 1) }),
        ),
        scene(5, 'That is all. Now unlock your welder.', '就是这些。现在可以解锁您的焊机了。', t =>
          at(M, C, figure.padlock(ramp(t, 1.2, 2)), { scale: 1.6 }),
        ),
      ],
    },
  ],
}
