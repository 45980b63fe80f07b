/** Lessons and captions of the welder course: what to know before a hand-held laser welder is unlocked. */
import { type DrawnCourse, scenesOf } from '../draw/stage.ts'
import { drawings as unlock } from './unlock.ts'

export const course: DrawnCourse = {
  id: 'welder',
  version: '4',
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
      scenes: scenesOf(unlock, [
        [
          6,
          'This welder is a class 4 laser in your hand: open, invisible, and strong enough to cut steel.',
          '这是手持式 4 类激光焊机：光束外露、肉眼不可见，足以切割钢材。',
        ],
        [
          6.5,
          'Its beam and every reflection can blind from many meters away. There is no safe place to watch.',
          '光束和每一处反射在数米之外都能致盲。没有可以旁观的安全位置。',
        ],
        [
          6.5,
          'Wear laser goggles for its wavelength under a welding helmet. So must everyone in the room.',
          '焊接面罩之下佩戴对应波长的激光护目镜：您和房间里每个人都要戴。',
        ],
        [
          6,
          'Wear leather gloves, cotton or leather clothes that cover all skin, and closed boots.',
          '皮手套、覆盖全身的棉质或皮质衣物、封闭式工作鞋。',
        ],
        [
          6.5,
          'Work in a closed laser area: opaque walls, no windows, a warning light, a locked door.',
          '在封闭的激光区内作业：不透光墙壁、无窗、警示灯、门上锁。',
        ],
        [
          6,
          'Clear the bench and the floor: sparks fly for meters. Nothing flammable within ten meters.',
          '清空工作台和地面：火花会飞出数米。十米内不放易燃物。',
        ],
        [
          6.5,
          'Clamp the ground lead to the workpiece. The laser fires only while the torch touches it.',
          '把接地夹夹在工件上。只有焊枪接触工件时，激光才会发射。',
        ],
        [
          6,
          'Never point the torch at a person, at yourself, or at anything that shines.',
          '绝不要将焊枪指向他人、自己或任何反光物体。',
        ],
        [
          6.5,
          'Extract the fumes at the seam: those of zinc and stainless steel are toxic.',
          '在焊缝处抽走烟气：锌和不锈钢会释放有毒物质。',
        ],
        [
          6,
          'Shielding gas displaces air. In a small room it can suffocate you unnoticed.',
          '保护气会排挤空气。在小房间里可能让人不知不觉窒息。',
        ],
        [
          6,
          'Whenever you put it down: finger off the trigger, key out. Only trained people get the key.',
          '放下焊枪时，手指离开扳机、拔出钥匙。未受训者不得拿到钥匙。',
        ],
        [
          6,
          'Know the emergency stop, the extinguisher and the way out before you begin.',
          '开始之前，熟悉急停按钮、灭火器和出口。',
        ],
        [
          6.5,
          'A flash in the eye or a burn? Stop, power off, and see a doctor the same day.',
          '眼睛被闪到或皮肤灼伤：停机、断电、当天就医。',
        ],
        [5, 'That is all. Now unlock your welder.', '就是这些。现在可以解锁您的焊机了。'],
      ]),
    },
  ],
}
