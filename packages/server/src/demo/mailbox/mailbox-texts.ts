/** Texts of the development mailbox. */
export const MAILBOX_TEXTS = {
  en: {
    title: 'Mailbox',
    lead: 'Emails of this development server, newest first. Nothing is sent while MAIL_URL is not set.',
    json: 'As JSON',
    receiver: 'Receiver',
    only: 'Only to this address',
    show: 'Show',
    to: (address: string) => `to ${address}`,
    none: 'No email yet',
    noneText:
      'Sign up, ask for a code or change an email address: the email appears here. This page looks again every 5 seconds.',
    html: 'HTML part',
    text: 'Text part',
  },
  zh: {
    title: '邮箱',
    lead: '此开发服务器的邮件，最新的在前。未设置 MAIL_URL 时不会发出邮件。',
    json: 'JSON 格式',
    receiver: '收件人',
    only: '仅显示发往此地址的邮件',
    show: '显示',
    to: (address: string) => `收件人：${address}`,
    none: '暂无邮件',
    noneText: '注册、获取验证码或更改邮箱后，邮件会出现在这里。本页每 5 秒刷新一次。',
    html: 'HTML 部分',
    text: '文本部分',
  },
} as const
