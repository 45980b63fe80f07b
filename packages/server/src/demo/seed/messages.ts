/** Messages of every category and an announcement. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import type { MessageCategory } from '@kerf/contract/endpoints/message'
import {
  type Audience,
  insertAnnouncement,
  type MessageTexts,
  publishMessage,
} from '../../messaging/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { findDemoMessages } from './seed-store.ts'

const SENDER = 'demo'

interface DemoMessage {
  /** sent to the demo account only; otherwise to everybody */
  readonly personal?: true
  readonly app?: string
  readonly category: MessageCategory
  readonly texts: MessageTexts
  readonly link?: string
}

const MESSAGES: readonly DemoMessage[] = [
  {
    category: 'activity',
    texts: {
      en: {
        title: 'Cut of the month: a lamp from one sheet of birch',
        body: 'Forty-two joints, **no glue**. The winner explains how the kerf was measured:\n\n1. Cut a comb of ten slots\n2. Push the teeth together\n3. Divide the gap by ten\n\n> A tenth of a millimeter decides whether it holds.',
      },
      zh: {
        title: '本月作品：一张桦木板切出的台灯',
        body: '四十二处榫接，**不用胶水**。获奖者讲解如何测量割缝：\n\n1. 切一把十齿的梳子\n2. 把齿推到一起\n3. 将缝隙宽度除以十\n\n> 十分之一毫米，决定它是否牢固。',
      },
    },
    link: 'https://passport.kerf.example/cut-of-the-month',
  },
  {
    category: 'system',
    texts: {
      en: {
        title: 'Maintenance on Saturday night',
        body: 'Logging in may take a little longer for about 20 minutes. **Machines keep cutting**, and you stay logged in.',
      },
      zh: {
        title: '周六凌晨维护',
        body: '约 20 分钟内登录可能稍慢。**机器不受影响**，已登录的账号保持登录。',
      },
    },
  },
  {
    category: 'app',
    texts: {
      en: {
        title: 'Version 2.7: nesting that knows the grain',
        body: '## What is new\n\n- Parts turn only where the grain allows\n- `Ctrl+G` groups what is cut together\n- ~~Five~~ three clicks to a test square',
      },
      zh: {
        title: '2.7 版：懂得木纹的排版',
        body: '## 新功能\n\n- 零件只在木纹允许时旋转\n- `Ctrl+G` 将一起切割的图形编组\n- 测试方块从~~五步~~减为三步',
      },
    },
  },
  {
    personal: true,
    category: 'device',
    texts: {
      en: {
        title: 'The laser has run for 60 hours since its lens was cleaned',
        body: 'Time to clean it: wipe it with the cloth from the box, *never dry*, and wait a minute before the next cut.',
      },
      zh: {
        title: '镜片清洁后，激光已运行 60 小时',
        body: '该清洁镜片了：请用机器附带的擦拭布清洁，*切勿干擦*，一分钟后再继续切割。',
      },
    },
  },
  {
    personal: true,
    category: 'system',
    texts: {
      en: {
        title: 'Welcome to the workshop',
        body: 'This is where news about your machines, your account and your apps appears. In the settings you can turn off the news about machines and apps.',
      },
      zh: {
        title: '欢迎来到工坊',
        body: '机器、账号和应用的消息都会显示在这里。不想接收的机器和应用消息，可以在设置中关闭。',
      },
    },
  },
]

/** The newest one is the last. Every brand shows them, so they are about what every brand has. */
const ANNOUNCEMENTS: readonly { readonly texts: MessageTexts }[] = [
  {
    texts: {
      en: {
        title: 'Log in without a password',
        body: 'A passkey uses your fingerprint, your face or your screen lock, and works only on our pages. Create one under “Account security”.',
      },
      zh: {
        title: '无需密码即可登录',
        body: '通行密钥使用指纹、面容或锁屏密码，且仅对本站有效。请在“账号安全”中创建。',
      },
    },
  },
  {
    texts: {
      en: {
        title: 'See where you are logged in',
        body: 'Each login shows its browser, place and time. Log out of what you do not recognize under “Account security”.',
      },
      zh: {
        title: '查看账号的登录位置',
        body: '每条登录记录都显示浏览器、地点和时间。如有陌生登录，请在“账号安全”中将其移除。',
      },
    },
  },
  {
    texts: {
      en: {
        title: 'Protect your account with a second step',
        body: 'With two-step login, a stolen password isn’t enough: you also enter a code from your phone. Turn it on under “Account security”.',
      },
      zh: {
        title: '用两步验证保护账号',
        body: '开启两步验证后，登录时还需输入手机上的动态验证码，即使密码泄露，他人也无法登录。请在“账号安全”中开启。',
      },
    },
  },
]

/** Publishes the messages once: withdrawn messages stay withdrawn. `uid`: the demo account. */
export async function seedMessages(db: Database, uid: string): Promise<void> {
  const [row] = await findDemoMessages(db, { sender: SENDER })
  if (row?.seeded) return
  await db.transaction(async tx => {
    for (const { personal, app = DEFAULT_BRAND, category, texts, link = null } of MESSAGES.toReversed()) {
      const audience: Audience = personal ? { kind: 'uid', uid } : { kind: 'all' }
      const message = {
        audience,
        app,
        category,
        texts,
        link,
        picture: null,
        from: null,
        until: null,
        sender: SENDER,
      }
      await publishMessage(tx, message, { operator: SENDER })
    }
    for (const { texts } of ANNOUNCEMENTS)
      await insertAnnouncement(tx, {
        texts,
        link: null,
        picture: null,
        from: null,
        until: null,
        sender: SENDER,
      })
  })
}
