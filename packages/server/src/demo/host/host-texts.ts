/** Texts of the demo host. `script`: those that its script shows. */
import type { Language } from '@kerf/contract/language'

interface DemoPerson {
  readonly email: string
  readonly password: string
}

interface HostTexts {
  readonly title: string
  readonly lead: string
  readonly controls: string
  readonly face: string
  readonly faces: Readonly<Record<string, string>>
  readonly page: string
  readonly app: string
  readonly language: string
  readonly languages: Readonly<Record<Language, string>>
  readonly portal: string
  readonly open: string
  readonly window: string
  readonly dialog: string
  readonly tells: string
  readonly reload: string
  readonly light: string
  readonly dark: string
  readonly allowed: string
  readonly blocked: string
  readonly session: string
  readonly logOut: string
  readonly behaves: string
  readonly calls: string
  readonly answers: Readonly<Record<string, string>>
  machine(port: number): string
  readonly states: Readonly<Record<string, string>>
  readonly noMachine: string
  readonly more: string
  readonly version: string
  readonly webView: string
  readonly state: string
  readonly tryIt: string
  steps(person: DemoPerson): readonly string[]
  readonly account: string
  readonly canvas: string
  readonly album: string
  readonly files: string
  readonly machineFile: string
  readonly storage: string
  readonly log: string
  readonly nothing: string
  readonly script: {
    readonly loggedOut: string
    readonly newToken: string
    readonly withTicket: string
    readonly withToken: string
    readonly withoutToken: string
    readonly closed: string
    readonly closedText: string
    readonly openPortal: string
    readonly opensHere: string
    readonly phone: string
    readonly phoneText: string
    readonly openPhone: string
    readonly phoneOpen: string
    readonly phoneBlocked: string
    readonly openAgain: string
  }
}

export const HOST_TEXTS: Readonly<Record<Language, HostTexts>> = {
  en: {
    title: 'Demo host',
    lead: 'An app that embeds the portal. The account is real; files, canvas and machine are simulated.',
    controls: 'Controls',
    face: 'Face',
    faces: { desktop: 'desktop', mobile: 'mobile', browser: 'browser' },
    page: 'Page',
    app: 'App',
    language: 'Language',
    languages: { en: 'English', zh: '中文' },
    portal: 'Portal',
    open: 'Open',
    window: 'Log in in a window',
    dialog: 'Log in in a dialog',
    tells: 'What the app tells the portal',
    reload: 'Reload',
    light: 'Light',
    dark: 'Dark',
    allowed: 'Cookies allowed',
    blocked: 'Cookies blocked',
    session: 'Get session',
    logOut: 'Log out',
    behaves: 'How the app behaves',
    calls: 'Native calls are',
    answers: {},
    machine: port => `Machine on port ${port}`,
    states: {},
    noMachine: 'No machine: the port is in use.',
    more: 'Version and web view',
    version: 'App version',
    webView: 'Web view of the phone',
    state: 'State of the app',
    tryIt: 'Try it',
    steps: ({ email, password }) => [
      `Log in as <b>${email}</b>, password <b>${password}</b>.`,
      'Page <b>profile/training</b>: engrave the certificate. It arrives here.',
      'Press <b>Dark</b> and <b>中文</b>; let native calls be <b>refused</b>.',
      'Face <b>mobile</b>: the portal in a phone’s web view.',
    ],
    account: 'Account',
    canvas: 'Canvas',
    album: 'Album',
    files: 'Files',
    machineFile: 'Machine',
    storage: 'Storage',
    log: 'Messages and calls',
    nothing: 'Nothing yet.',
    script: {
      loggedOut: 'logged out',
      newToken: 'has a new token',
      withTicket: 'with a ticket',
      withToken: 'with a token',
      withoutToken: 'without a token',
      closed: 'closed',
      closedText: 'The portal is closed.',
      openPortal: 'Open the portal',
      opensHere: 'The portal opens here.',
      phone: 'mobile',
      phoneText: 'A phone whose web view simulates the native bridge. It opens in a window of its own.',
      openPhone: 'Open the phone',
      phoneOpen: 'The phone is open in a window of its own. Its calls appear on the right.',
      phoneBlocked: 'The browser has blocked the window of the phone.',
      openAgain: 'Open again',
    },
  },
  zh: {
    title: '演示宿主',
    lead: '一个嵌入门户的应用。账号是真实的，文件、画布和机器均为模拟。',
    controls: '控制',
    face: '形态',
    faces: { desktop: '桌面客户端', mobile: '手机应用', browser: '浏览器' },
    page: '页面',
    app: '应用',
    language: '语言',
    languages: { en: 'English', zh: '中文' },
    portal: '门户',
    open: '打开',
    window: '在窗口中登录',
    dialog: '在弹窗中登录',
    tells: '应用通知门户',
    reload: '重新加载',
    light: '浅色',
    dark: '深色',
    allowed: '允许 Cookie',
    blocked: '阻止 Cookie',
    session: '查询会话',
    logOut: '退出登录',
    behaves: '应用的行为',
    calls: '原生调用的结果',
    answers: {
      answered: '正常响应',
      refused: '被拒绝',
      failed: '失败',
      silent: '无响应',
      nonsense: '响应无效',
      unsupported: '不支持',
    },
    machine: port => `端口 ${port} 上的机器`,
    states: {
      installed: '已安装安全模块',
      missing: '未安装安全模块',
      outdated: '安全模块版本过旧',
      'no-device': '未连接机器',
      refused: '拒绝连接',
      silent: '无响应',
      nonsense: '响应无效',
      huge: '响应过大',
    },
    noMachine: '没有机器：端口已被占用。',
    more: '版本和网页视图',
    version: '应用版本',
    webView: '手机的网页视图',
    state: '应用状态',
    tryIt: '试一试',
    steps: ({ email, password }) => [
      `使用 <b>${email}</b> 和密码 <b>${password}</b> 登录。`,
      '打开页面 <b>profile/training</b>，雕刻证书，证书将出现在这里。',
      '点击<b>深色</b>和 <b>English</b>，再将原生调用设为<b>被拒绝</b>。',
      '将形态设为<b>手机应用</b>：在手机的网页视图中打开门户。',
    ],
    account: '账号',
    canvas: '画布',
    album: '相册',
    files: '文件',
    machineFile: '机器',
    storage: '存储',
    log: '消息和调用',
    nothing: '暂无记录。',
    script: {
      loggedOut: '未登录',
      newToken: '已收到新令牌',
      withTicket: '附票据',
      withToken: '附令牌',
      withoutToken: '无令牌',
      closed: '已关闭',
      closedText: '门户已关闭。',
      openPortal: '打开门户',
      opensHere: '门户将在此处打开。',
      phone: '手机应用',
      phoneText: '一部手机，其网页视图模拟原生桥接，将在单独的窗口中打开。',
      openPhone: '打开手机',
      phoneOpen: '手机已在单独的窗口中打开，其调用显示在右侧。',
      phoneBlocked: '浏览器阻止了手机窗口。',
      openAgain: '重新打开',
    },
  },
}
