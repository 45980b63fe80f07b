/** Questions about the lessons of the printer course. The right answer is the option at `answer`. */
import { type LessonQuestions, question } from '../draw/questions.ts'

export const questions: LessonQuestions = {
  'hot-parts': [
    question(
      ['How do you know that the bed is cold enough to touch?', '如何判断热床已可触摸？'],
      [
        ['It no longer glows', '不再发红'],
        ['The display shows less than 40 °C', '屏幕显示低于 40 °C'],
        ['The print is finished', '打印已完成'],
      ],
      1,
      [
        'A hot bed looks just like a cold one. Trust the display, not your eyes.',
        '热的和冷的热床看起来一样，要看屏幕上的温度。',
      ],
    ),
    question(
      ['Plastic oozes from the nozzle. How do you remove it?', '喷嘴渗出塑料，怎样清除？'],
      [
        ['With tweezers', '用镊子'],
        ['Quickly, with your fingers', '用手指快速取下'],
        ['With a wet cloth', '用湿布'],
      ],
      0,
      ['Molten plastic sticks to skin and keeps burning.', '熔化的塑料会粘在皮肤上持续灼烧。'],
    ),
    question(
      ['You burned yourself. What do you do first?', '烫伤了，首先做什么？'],
      [
        ['Put ice on it', '敷冰'],
        ['Put ointment on it', '涂药膏'],
        ['Cool running water for twenty minutes', '用流动凉水冲二十分钟'],
      ],
      2,
      [
        'Ice and ointment harm burned skin. Running water takes the heat out.',
        '冰块和药膏会加重损伤，流动凉水才能带走热量。',
      ],
    ),
  ],
  'moving-parts': [
    question(
      ['The printer is paused. May you reach inside?', '打印机已暂停，可以把手伸进去吗？'],
      [
        ['Yes, paused means off', '可以，暂停就是关机'],
        ['Only after you have unplugged it', '拔掉电源后才可以'],
        ['Yes, if the fan is still', '风扇停了就可以'],
      ],
      1,
      [
        'A paused machine may move again, for example when it has reached its temperature.',
        '暂停的机器可能再次动作，例如达到设定温度时。',
      ],
    ),
    question(
      ['What do you do with long hair before you print?', '打印前，长发该怎么处理？'],
      [
        ['Nothing special', '不用处理'],
        ['Keep your head away from the fan', '头部远离风扇即可'],
        ['Tie it back', '束起来'],
      ],
      2,
      [
        'Belts and screws pull in hair, cords and sleeves, and the motors do not stop.',
        '皮带和丝杠会卷入头发、绳带和衣袖，而电机不会停下。',
      ],
    ),
    question(
      ['A cover is missing. What do you do?', '缺少护盖，该怎么办？'],
      [
        ['Do not print until it is back', '装回护盖之前不打印'],
        ['Print slowly', '降低速度打印'],
        ['Stay beside the machine', '守在机器旁边'],
      ],
      0,
      ['The cover keeps hands away from moving and live parts.', '护盖可防止手接触运动部件和带电部件。'],
    ),
  ],
  'fumes-resin': [
    question(
      ['Which gloves protect you from resin?', '哪种手套能防树脂？'],
      [
        ['Latex gloves', '乳胶手套'],
        ['Nitrile gloves', '丁腈手套'],
        ['Cotton gloves', '棉手套'],
      ],
      1,
      ['Resin passes through latex and cotton.', '树脂会渗透乳胶和棉布。'],
    ),
    question(
      ['A drop of resin is on your skin. What do you do?', '皮肤沾上一滴树脂，该怎么办？'],
      [
        ['Soap and water, at once', '立即用肥皂和水清洗'],
        ['Wipe it off with alcohol', '用酒精擦掉'],
        ['Let it cure in the sun', '晒太阳让它固化'],
      ],
      0,
      [
        'Alcohol carries the resin into the skin, and curing it on your skin burns.',
        '酒精会把树脂带入皮肤；在皮肤上固化会造成灼伤。',
      ],
    ),
    question(
      ['Where does leftover resin go?', '剩余树脂怎么处理？'],
      [
        ['Down the drain with plenty of water', '用大量水冲入下水道'],
        ['Into the trash as a liquid', '直接以液体丢弃'],
        ['Cure it in the sun, then throw it away', '阳光下固化后再丢弃'],
      ],
      2,
      [
        'Liquid resin poisons water. Cured resin is ordinary plastic.',
        '液态树脂会污染水体，固化后就是普通塑料。',
      ],
    ),
  ],
  electricity: [
    question(
      ['How do you connect the printer?', '打印机应如何接电？'],
      [
        ['Directly to a grounded wall outlet', '直接插入有接地的墙插'],
        ['To two chained extension cords', '串接两个拖线板'],
        ['To any adapter that fits', '用任何合适的转换头'],
      ],
      0,
      ['Chained cords overheat, and the ground may be interrupted.', '串接的拖线板会过热，接地也可能中断。'],
    ),
    question(
      ['You want to remove a cover. What comes first?', '要拆下护盖，首先做什么？'],
      [
        ['Pause the print', '暂停打印'],
        ['Switch off, unplug, wait one minute', '关机、拔插头、等一分钟'],
        ['Put on gloves', '戴上手套'],
      ],
      1,
      [
        'Power supplies keep a dangerous charge for a while after you unplug them.',
        '拔掉插头后，电源内仍会短时间残留危险电荷。',
      ],
    ),
    question(
      ['Someone gets a shock from the machine. What do you do first?', '有人触电，首先做什么？'],
      [
        ['Pull the person away', '把人拉开'],
        ['Call for help', '呼救'],
        ['Cut the power', '切断电源'],
      ],
      2,
      [
        'If you touch the person, the current flows through you too. Cut the power, then help.',
        '直接接触会让您也触电。先断电，再施救。',
      ],
    ),
  ],
  unattended: [
    question(
      ['For which part of a print do you stay?', '打印的哪个阶段要守在旁边？'],
      [
        ['The first layers', '前几层'],
        ['The last layer', '最后一层'],
        ['Only for large prints', '只在打印大件时'],
      ],
      0,
      ['Nearly every failure shows up in the first layers.', '几乎所有故障都会在前几层显现。'],
    ),
    question(
      ['What does thermal runaway protection do?', '热失控保护有什么作用？'],
      [
        ['It cools the room', '给房间降温'],
        ['It cuts the heater when a sensor fails', '传感器失灵时切断加热'],
        ['It makes prints faster', '加快打印'],
      ],
      1,
      [
        'Without it the heater keeps heating when the sensor reports a wrong temperature.',
        '没有它，传感器读数错误时加热器会一直加热。',
      ],
    ),
    question(
      ['Where must the printer never stand?', '打印机绝不能放在哪里？'],
      [
        ['On a stone table', '石质台面上'],
        ['Below a smoke detector', '烟雾探测器下方'],
        ['In the only exit route', '唯一的出口通道'],
      ],
      2,
      ['If it burns there, nobody gets out.', '一旦起火，所有人都无法撤离。'],
    ),
  ],
  'daily-check': [
    question(
      ['How do you check that head and bed move freely?', '如何检查打印头和热床是否移动顺畅？'],
      [
        ['By hand, with the power off', '断电后用手推动'],
        ['By hand, during a print', '打印时用手推动'],
        ['By listening', '听声音'],
      ],
      0,
      [
        'With the power on, the motors hold against your hand and may start to move.',
        '通电时电机会抵住您的手，还可能突然移动。',
      ],
    ),
    question(
      ['Why must the bed be clear before you start?', '为什么开始前要清空热床？'],
      [
        ['So that it heats faster', '加热更快'],
        ['A forgotten tool can crash the head', '遗忘的工具会撞坏打印头'],
        ['So that the camera can see it', '方便摄像头观察'],
      ],
      1,
      [
        'The head does not see obstacles. It drives into them at full speed.',
        '打印头无法识别障碍物，会全速撞上去。',
      ],
    ),
    question(
      ['Something seems odd. What do you do?', '感觉有异常，该怎么办？'],
      [
        ['Start a short print to see', '先打印一小件试试'],
        ['Print with the door open', '开着门打印'],
        [
          'Leave it off, put a warning note on it, tell whoever maintains it',
          '不要开机，挂上警示牌，告知设备负责人',
        ],
      ],
      2,
      ['The note keeps the next person from switching it on.', '警示牌可防止下一个人误开机。'],
    ),
  ],
}
