/** Questions about the lessons of the laser course. The right answer is the option at `answer`. */
import { type LessonQuestions, question } from '../draw/questions.ts'

export const questions: LessonQuestions = {
  classes: [
    question(
      ['What does the class on the plate tell you?', '铭牌上的激光等级说明什么？'],
      [
        ['How thick the machine can cut', '机器能切多厚'],
        ['How much harm the laser can do', '激光可能造成多大伤害'],
        ['How old the laser is', '激光器用了多久'],
      ],
      1,
      [
        'Classes run from 1 to 4. The higher the number, the greater the possible harm.',
        '等级从 1 到 4，数字越大，可能造成的伤害越大。',
      ],
    ),
    question(
      [
        'A machine is class 1 with a class 4 laser inside. What happens when you defeat the lid switch?',
        '机器整体为 1 类，内部是 4 类激光器。屏蔽盖板开关会怎样？',
      ],
      [
        ['Nothing, the machine stays class 1', '没有变化，仍是 1 类'],
        ['It becomes class 2', '变成 2 类'],
        ['You stand in front of a class 4 laser', '您面对的就是 4 类激光'],
      ],
      2,
      [
        'Only the closed housing makes it class 1. With the lid open the full beam can reach you.',
        '只有外壳关闭时才是 1 类。盖板打开后，光束可直接照到您。',
      ],
    ),
    question(
      ['Why is scattered light of a class 4 laser dangerous?', '为什么 4 类激光的散射光也危险？'],
      [
        [
          'Even a dull surface scatters enough light to harm your eyes',
          '即使是粗糙表面，散射的光也足以伤害眼睛',
        ],
        ['It is not: only the direct beam harms', '不危险，只有直射光才有害'],
        ['It damages the paint of the room', '会损坏房间的涂料'],
      ],
      0,
      [
        'Class 4 burns skin, starts fires and harms eyes even by diffuse reflection.',
        '4 类激光能灼伤皮肤、引发火灾，漫反射也会伤眼。',
      ],
    ),
  ],
  'eyes-skin': [
    question(
      ['Why can you not protect yourself from the beam by blinking?', '为什么靠眨眼躲不开激光？'],
      [
        ['Blinking is not allowed during a job', '加工时不允许眨眼'],
        ['The injury is faster than a blink', '伤害比眨眼更快'],
        ['The beam passes through eyelids only at night', '光束只在夜间穿透眼睑'],
      ],
      1,
      [
        'The eye focuses the beam onto a tiny point. The damage is done before you react, often without pain.',
        '眼睛会把光束聚到极小的一点，来不及反应就已受伤，而且常常没有痛感。',
      ],
    ),
    question(
      ['Which goggles protect you at an open machine?', '使用敞开式机器时，哪种护目镜有效？'],
      [
        ['Dark sunglasses', '深色太阳镜'],
        ['Any laser goggles', '任何激光护目镜'],
        ['Goggles made for the wavelength of this machine', '适合该机器波长的激光护目镜'],
      ],
      2,
      [
        'Goggles block certain wavelengths only. The number in nanometers must match the machine.',
        '护目镜只能阻挡特定波长，镜片上标注的波长（nm）必须与机器一致。',
      ],
    ),
    question(
      [
        'The beam flashed into your eye, but it does not hurt. What do you do?',
        '激光闪到眼睛，但不痛。该怎么办？',
      ],
      [
        ['See an eye doctor the same day', '当天去看眼科'],
        ['Wait a few days and see', '观察几天再说'],
        ['Rinse the eye and go on working', '冲洗眼睛后继续工作'],
      ],
      0,
      [
        'A burn of the retina is often painless. Only an eye doctor can see it.',
        '视网膜灼伤常常不痛，只有眼科医生才能查出来。',
      ],
    ),
  ],
  fire: [
    question(
      ['The doorbell rings while the laser cuts. What do you do?', '激光切割时门铃响了，该怎么办？'],
      [
        ['Pause the job, then open the door', '先暂停作业，再去开门'],
        ['Go quickly, it takes only a minute', '快去快回，只要一分钟'],
        ['Ask the machine to send a notification', '让机器发通知提醒'],
      ],
      0,
      [
        'A flame becomes a fire in seconds. Never leave a running laser alone.',
        '小火苗几秒内就能酿成火灾。绝不要让运行中的激光无人看管。',
      ],
    ),
    question(
      ['Something burns inside the machine. What comes first?', '机器内部起火，首先做什么？'],
      [
        ['Open the lid and blow', '打开盖板吹灭'],
        ['Press stop and keep the lid closed', '按下停止，保持盖板关闭'],
        ['Pour water on it', '浇水灭火'],
      ],
      1,
      ['A closed lid starves the fire of air. Then cut the power.', '盖板关闭可隔绝空气。随后切断电源。'],
    ),
    question(
      ['Why does the air assist stay on?', '为什么要一直开着气辅？'],
      [
        ['It makes the cut look darker', '让切口颜色更深'],
        ['It cools the motors', '给电机降温'],
        ['It blows out flames and keeps smoke off the lens', '吹灭火苗，并使烟尘远离镜片'],
      ],
      2,
      [
        'Air assist is the second of the three rules: stay, air on, clean bed.',
        '三条规则：不离开、开气辅、保持工作台清洁。',
      ],
    ),
  ],
  fumes: [
    question(
      ['In which order does a filter clean the air?', '过滤器按什么顺序净化空气？'],
      [
        ['Activated carbon, then dust', '先活性炭，再滤尘'],
        ['Dust, fine dust, then activated carbon', '粗尘、细尘，最后活性炭'],
        ['The order makes no difference', '顺序无所谓'],
      ],
      1,
      [
        'Dust would clog the carbon at once. The carbon comes last and catches the gases.',
        '灰尘会很快堵塞活性炭，所以活性炭放在最后，用来吸附气体。',
      ],
    ),
    question(
      ['When may you open the lid after a cut?', '切割结束后，什么时候可以打开盖板？'],
      [
        ['When the smoke has gone', '烟尘排净之后'],
        ['At once', '立即打开'],
        ['When the fan is off', '风机关闭时'],
      ],
      0,
      [
        'Keep the fan running for a few minutes. Open the lid only when the air inside is clear.',
        '让风机再运行几分钟，等内部空气清澈后再开盖。',
      ],
    ),
    question(
      ['Does a mask replace the extraction?', '口罩能代替排烟吗？'],
      [
        ['Yes, a good one does', '好的口罩可以'],
        ['Yes, for short jobs', '短时间作业可以'],
        ['No, never', '不能'],
      ],
      2,
      [
        'The gases pass through most masks, and everyone else in the room breathes them too.',
        '有害气体能穿过大多数口罩，而且房间里的其他人也会吸入。',
      ],
    ),
  ],
  materials: [
    question(
      ['Which material must you never cut with a laser?', '哪种材料绝对不能用激光切割？'],
      [
        ['Plywood', '胶合板'],
        ['Cast acrylic', '浇铸亚克力'],
        ['PVC', 'PVC'],
      ],
      2,
      [
        'PVC releases chlorine gases that harm your lungs and corrode the machine.',
        'PVC 会释放含氯气体，损害肺部并腐蚀机器。',
      ],
    ),
    question(
      ['You find a scrap without a label. What do you do?', '发现一块没有标签的余料，该怎么办？'],
      [
        ['Cut a small test piece', '切一小块试试'],
        ['Do not cut it', '不切'],
        ['Cut it with more air', '加大气量再切'],
      ],
      1,
      [
        'What you do not know, you do not cut. Keep only labeled scraps.',
        '不清楚的材料就不切。只保留有标签的余料。',
      ],
    ),
    question(
      ['Which two elements must the data sheet not contain?', '安全数据表中不能含有哪两种元素？'],
      [
        ['Chlorine and fluorine', '氯和氟'],
        ['Carbon and oxygen', '碳和氧'],
        ['Nitrogen and hydrogen', '氮和氢'],
      ],
      0,
      [
        'Chlorinated and fluorinated plastics give off corrosive, toxic gases.',
        '含氯和含氟塑料会释放腐蚀性有毒气体。',
      ],
    ),
  ],
  'daily-check': [
    question(
      ['How do you check that the extraction pulls?', '如何检查排风是否有吸力？'],
      [
        ['Listen to the fan', '听风机声音'],
        ['Hold a strip of paper to the inlet: it must stick', '把纸条贴近进风口，应被吸住'],
        ['Look at the power switch', '看电源开关'],
      ],
      1,
      [
        'A fan can run and still not pull, for example when the filter or the duct is blocked.',
        '风机在转不代表有吸力，例如滤芯或风管可能已堵塞。',
      ],
    ),
    question(
      ['In which state do you clean the lens?', '在什么状态下清洁镜片？'],
      [
        ['Cold and with the power off', '冷却并断电'],
        ['Warm, so that dirt comes off easily', '趁热，污垢容易擦掉'],
        ['While the laser is paused', '激光暂停时'],
      ],
      0,
      [
        'A hot lens can crack, and a paused machine can move or fire.',
        '热镜片可能开裂；暂停中的机器仍可能移动或出光。',
      ],
    ),
    question(
      ['You notice a crack in the window. What do you do?', '发现视窗有裂纹，该怎么办？'],
      [
        ['Put tape over it and cut', '贴上胶带继续切割'],
        ['Cut with low power only', '只用小功率切割'],
        [
          'Switch off, put a warning note on it, tell whoever maintains it',
          '关机、挂上警示牌、告知设备负责人',
        ],
      ],
      2,
      [
        'The window holds back the beam. A cracked one protects nobody.',
        '视窗用于阻挡光束，有裂纹就起不到保护作用。',
      ],
    ),
  ],
}
