/** The table of all API calls. Server routes, the typed client, the API reference and tests are derived from it. */
import * as account from './endpoints/account.ts'
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
import * as welder from './endpoints/welder.ts'

export const ENDPOINTS = {
  verifyEmail: verification.verifyEmail,
  verifyOwnEmail: verification.verifyOwnEmail,
  verifyEnterpriseAccount: verification.verifyEnterpriseAccount,
  createHumanChallenge: verification.createHumanChallenge,
  verifyHumanAnswer: verification.verifyHumanAnswer,
  verifyRecaptcha: verification.verifyRecaptcha,
  sendVerificationCode: verification.sendVerificationCode,
  login: login.login,
  loginByVerificationCode: login.loginByVerificationCode,
  enterpriseLogin: login.enterpriseLogin,
  register: login.register,
  findPassword: login.findPassword,
  getBasicInfo: account.getBasicInfo,
  getFullInfo: account.getFullInfo,
  logout: account.logout,
  keepSession: account.keepSession,
  setOtherInfo: profile.setOtherInfo,
  setGender: profile.setGender,
  setBirthday: profile.setBirthday,
  setCountry: profile.setCountry,
  setHeadpic: profile.setHeadpic,
  uploadHeadpic: profile.uploadHeadpic,
  reauthenticate: security.reauthenticate,
  changePassword: security.changePassword,
  changeEnterprisePassword: security.changeEnterprisePassword,
  postponePassword: security.postponePassword,
  changeEmail: security.changeEmail,
  unbindSocial: security.unbindSocial,
  getSessionLog: security.getSessionLog,
  clearSessions: security.clearSessions,
  deleteAccount: security.deleteAccount,
  exportAccount: security.exportAccount,
  reportNotMe: security.reportNotMe,
  readSocialResult: social.readSocialResult,
  describeSocialFlow: social.describeSocialFlow,
  connectSocialFlow: social.connectSocialFlow,
  loginWithAccessToken: social.loginWithAccessToken,
  createTicket: ticket.createTicket,
  enterByTicket: ticket.enterByTicket,
  redeemTicket: ticket.redeemTicket,
  listLiveSessions: ticket.listLiveSessions,
  endSessions: ticket.endSessions,
  redeem: redemption.redeem,
  getRedemptions: redemption.getRedemptions,
  listBenefitEvents: redemption.listBenefitEvents,
  listCourses: training.listCourses,
  startWatchSession: training.startWatchSession,
  reportWatchPosition: training.reportWatchPosition,
  finishWatchSession: training.finishWatchSession,
  getCertificateStatus: training.getCertificateStatus,
  issueCertificate: training.issueCertificate,
  getCertificatePdf: training.getCertificatePdf,
  getCertificateArtwork: training.getCertificateArtwork,
  checkCertificate: training.checkCertificate,
  listMessages: message.listMessages,
  countMessages: message.countMessages,
  readMessages: message.readMessages,
  readAllMessages: message.readAllMessages,
  getMessageSettings: message.getMessageSettings,
  setMessageSetting: message.setMessageSetting,
  setMessageSettings: message.setMessageSettings,
  checkPicture: message.checkPicture,
  publishMessage: message.publishMessage,
  revokeMessage: message.revokeMessage,
  listAnnouncements: message.listAnnouncements,
  requestUnlock: welder.requestUnlock,
  createUnlockChallenge: welder.createUnlockChallenge,
  issueUnlockPassword: welder.issueUnlockPassword,
  listUnlockKeys: welder.listUnlockKeys,
  getCountries: region.getCountries,
  getRegions: region.getRegions,
  getConsentRule: tracking.getConsentRule,
} as const
