/** Every screen of the portal and its states. Each one is checked and appears in the gallery. */
import type { Page } from '@playwright/test'
import * as accounts from './account-states.ts'
import * as factor from './factor-states.ts'
import * as machines from './machine-states.ts'
import * as openid from './openid-states.ts'
import * as social from './social-states.ts'
import * as state from './states.ts'

/** Certificate of the demo account. */
const DEMO_CERTIFICATE = 'KP-DEMA-KERS-2345-6789'

/** Who views the screen: a visitor, or one of the demo accounts. */
export type Viewer = 'visitor' | 'personal' | 'business'

/** Brings an open screen into a state, in either language. */
export type EnterState = (page: Page) => Promise<void>

export interface Screen {
  readonly name: string
  /** path below the language; with a leading slash: path without a language */
  readonly path: string
  readonly viewer: Viewer
  /** states other than the initial one */
  readonly states: Readonly<Record<string, EnterState>>
}

const screen = (viewer: Viewer, name: string, path: string, states: Screen['states'] = {}): Screen => ({
  name,
  path,
  viewer,
  states,
})
const { empty, filled, refused, byCode, humanCheck, human, menu, dialog } = state

export const SCREENS: readonly Screen[] = [
  screen('visitor', 'login', 'login', {
    filled,
    empty,
    refused,
    code: byCode,
    statistics: state.asked,
    accounts: accounts.loginAccounts,
    'social-proof': social.socialProof,
    'social-mailbox': social.socialMailbox,
    'social-welcome': social.socialWelcome,
    'social-refused': social.socialRefused,
    'second-step': factor.secondStep,
    'second-step-recovery': factor.secondStepRecovery,
    'second-step-refused': factor.secondStepRefused,
    'second-step-setup': factor.secondStepSetup,
    'second-step-by-mail': factor.secondStepByMail,
    'second-step-lost': factor.secondStepLost,
    'second-step-waiting': factor.secondStepWaiting,
  }),
  screen('visitor', 'login-business', 'login-business', { filled, empty, refused }),
  screen('visitor', 'register', 'register', {
    filled,
    empty,
    'human-check': humanCheck,
    human,
    code: state.signUpCode,
    password: state.signUpPassword,
  }),
  screen('visitor', 'findpwd', 'findpwd', { filled, empty }),
  screen('visitor', 'findpwd-business', 'findpwd?account=1', { empty }),
  screen('visitor', 'not-me', 'not-me', {
    asked: state.eventToReport,
    'not-described': state.eventNotDescribed,
    gone: state.eventGone,
  }),
  screen('visitor', 'confirm-email', 'confirm-email', {
    asked: state.mailboxToConfirm,
    confirmed: state.confirmedMailbox,
  }),
  screen('visitor', 'allow-login', 'allow-login', { asked: state.loginToAllow, allowed: state.allowedLogin }),
  screen('visitor', 'machines-join', 'machines/join', { guest: machines.guest }),
  screen('visitor', 'machines-scan', 'machines/scan', {
    starting: machines.scanStarting,
    refused: machines.scanRefused,
    foreign: machines.scanForeign,
  }),
  screen('visitor', 'sn-password', 'sn-password', {
    video: state.welderVideo,
    'wrong-sn': state.wrongSn,
    password: state.unlockPassword,
  }),
  screen('visitor', 'selftest', '/selftest', { tried: state.callTried }),
  screen('visitor', 'authorize-error', 'authorize/error?error=invalid_redirect_uri&request=abcdefgh-1z'),
  screen('personal', 'authorize', 'authorize/error?error=expired', {
    consent: openid.consent,
    'consent-machines': openid.consentMachines,
    'consent-no-machine': openid.consentNoMachine,
    unregistered: openid.unregistered,
    account: openid.accountChoice,
    confirmation: openid.confirmation,
    'other-account': openid.otherAccount,
    logout: openid.logout,
  }),
  screen('personal', 'activate', 'activate', {
    empty,
    device: openid.device,
    allowed: openid.deviceAllowed,
    refused: openid.deviceRefused,
    machine: openid.machine,
    'machine-digits': openid.machineDigits,
    'machine-done': openid.machineDone,
    'machine-refused': openid.machineRefused,
  }),
  screen('personal', 'signed-in-embedded', 'login?md=win&p=creative'),
  screen('visitor', 'terms', 'terms'),
  screen('visitor', 'privacy', 'privacy'),
  screen('personal', 'settings', 'profile', {
    menu,
    accounts: accounts.accountMenu,
    machines: machines.home,
    'other-account': social.otherAccount,
    'passkey-offer': factor.passkeyOffer,
  }),
  screen('personal', 'profile-settings', 'profile/settings', {
    empty: state.unsaved,
    picture: state.chosenPicture,
  }),
  screen('personal', 'security', 'profile/security', {
    'change-password': dialog(/^(Change password|修改密码)$/),
    'change-email': dialog(/^(Change email|修改邮箱)$/),
    'second-email': dialog(/^(Add second email|添加备用邮箱)$/),
    'delete-account': dialog(/^(Delete account|注销账号)$/),
    'safety-module': state.moduleChecked,
    'authenticator-setup': factor.authenticatorSetup,
    'recovery-codes': factor.recoveryCodes,
    factors: factor.factors,
    'remove-passkey': factor.removePasskey,
    apps: openid.apps,
  }),
  screen('personal', 'exchange', 'profile/exchange', {
    empty,
    expired: state.redeemed(() => 'kerf dem0 2020 0001', '[aria-invalid]'),
    redeemed: state.redeemed(state.demoCode, 'dialog'),
  }),
  screen('personal', 'machines', 'profile/machines', {
    list: machines.list,
    requests: machines.requests,
    failed: machines.failed,
    claim: machines.claim,
    scanned: machines.scanned,
    digits: machines.claimDigits,
    refused: machines.claimRefused,
    machine: machines.machine,
    'machine-requested': machines.machineRequested,
    'confirm-request': machines.confirmRequest,
    'machine-of-others': machines.machineOfOthers,
    invite: machines.invite,
    invited: machines.invited,
    remove: machines.remove,
    release: machines.release,
    workshops: machines.workshops,
    workshop: machines.workshop,
    'workshop-menu': machines.memberMenu,
    'workshop-of-others': machines.workshopOfOthers,
    'workshop-share': machines.shareMachine,
    'workshop-code': machines.joinCode,
    'workshop-dissolve': machines.dissolve,
    'workshop-machine': machines.machineOfWorkshop,
    'give-machine': machines.giveMachine,
  }),
  screen('personal', 'machines-ready', 'profile/machines/ready', {
    ready: machines.ready,
    passes: machines.passes,
    pass: machines.pass,
  }),
  screen('personal', 'machines-offer', 'machines/join', {
    invitation: machines.invitation,
    transfer: machines.transfer,
    taken: machines.taken,
    gone: machines.gone,
    workshop: machines.workshopOffer,
  }),
  screen('personal', 'training', 'profile/training', {
    course: state.opened(/^(Start|开始)$/, 'video'),
    again: state.opened(/^(Watch again|再看一遍)$/, 'video'),
  }),
  screen('personal', 'training-in-an-app', 'profile/training?s=pc&av=2.1.0&md=win', {
    process: dialog(/^(Engrave|去雕刻)$/),
  }),
  screen('visitor', 'certificate', `certificate/${DEMO_CERTIFICATE}`),
  screen('visitor', 'certificate-unknown', 'certificate/KL-2222-2222-2222-2222'),
  screen('personal', 'messages', 'message', {
    open: state.messageOpen,
    settings: state.messageSettings,
    empty: state.messagesEmpty,
    failed: state.messagesFailed,
  }),
  screen('visitor', 'announcement', '/announcement'),
  screen('visitor', 'about', '/learnMore'),
  screen('business', 'business-machines', 'profile-business/machines', { list: machines.list }),
  screen('business', 'business-settings', 'profile-business/settings', { menu }),
  screen('business', 'business-company', 'profile-business/company'),
  screen('business', 'business-security', 'profile-business/security', {
    'change-password': dialog(/^(Change password|修改密码)$/),
  }),
]
