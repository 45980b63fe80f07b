/** The one table that binds server, client, documentation and the tests that walk over every call. */
import * as account from './endpoints/account.ts'
import * as device from './endpoints/device.ts'
import * as login from './endpoints/login.ts'
import * as message from './endpoints/message.ts'
import * as profile from './endpoints/profile.ts'
import * as redemption from './endpoints/redemption.ts'
import * as region from './endpoints/region.ts'
import * as security from './endpoints/security.ts'
import * as social from './endpoints/social.ts'
import * as ticket from './endpoints/ticket.ts'
import * as tracking from './endpoints/tracking.ts'
import * as training from './endpoints/training.ts'
import * as verification from './endpoints/verification.ts'

export const ENDPOINTS = {
  verifyEmail: verification.verifyEmail,
  verifyOwnEmail: verification.verifyOwnEmail,
  verifyEnterpriseAccount: verification.verifyEnterpriseAccount,
  humanChallenge: verification.humanChallenge,
  humanAnswer: verification.humanAnswer,
  humanAnswerGoogle: verification.humanAnswerGoogle,
  sendCaptcha: verification.sendCaptcha,
  login: login.login,
  loginByCaptcha: login.loginByCaptcha,
  enterpriseLogin: login.enterpriseLogin,
  register: login.register,
  findPassword: login.findPassword,
  basic: account.basic,
  fullinfo: account.fullinfo,
  logout: account.logout,
  keepSession: account.keepSession,
  setOtherInfo: profile.setOtherInfo,
  setGender: profile.setGender,
  setBirthday: profile.setBirthday,
  setCountry: profile.setCountry,
  setHeadpic: profile.setHeadpic,
  uploadHeadpic: profile.uploadHeadpic,
  proveFresh: security.proveFresh,
  changePassword: security.changePassword,
  changeEnterprisePassword: security.changeEnterprisePassword,
  postponePassword: security.postponePassword,
  changeEmail: security.changeEmail,
  unbindSocial: security.unbindSocial,
  sessionLog: security.sessionLog,
  clearSessions: security.clearSessions,
  deleteAccount: security.deleteAccount,
  notMe: security.notMe,
  socialResult: social.socialResult,
  socialFlow: social.socialFlow,
  connectFlow: social.connectFlow,
  loginWithAccessToken: social.loginWithAccessToken,
  createTicket: ticket.createTicket,
  enterByTicket: ticket.enterByTicket,
  redeemTicket: ticket.redeemTicket,
  sessionAlive: ticket.sessionAlive,
  endSessions: ticket.endSessions,
  redeem: redemption.redeem,
  redemptions: redemption.redemptions,
  benefitFeed: redemption.benefitFeed,
  courses: training.courses,
  startWatch: training.startWatch,
  beatWatch: training.beatWatch,
  finishWatch: training.finishWatch,
  getPrizeInfo: training.getPrizeInfo,
  completed: training.completed,
  getPrizePDF: training.getPrizePDF,
  getPrizeArtwork: training.getPrizeArtwork,
  checkCertificate: training.checkCertificate,
  listMessages: message.listMessages,
  countMessages: message.countMessages,
  readMessages: message.readMessages,
  readAllMessages: message.readAllMessages,
  messageSettings: message.messageSettings,
  setMessageSetting: message.setMessageSetting,
  setMessageSettings: message.setMessageSettings,
  checkPicture: message.checkPicture,
  publishMessage: message.publishMessage,
  revokeMessage: message.revokeMessage,
  listAnnouncements: message.listAnnouncements,
  requestUnlock: device.requestUnlock,
  activate: device.activate,
  activationKeys: device.activationKeys,
  countries: region.countries,
  states: region.states,
  trackingConsent: tracking.trackingConsent,
} as const
