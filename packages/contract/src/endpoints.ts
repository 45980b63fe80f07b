/** The table of all API calls. Server routes, the typed client, the API reference and tests are derived from it. */
import * as accountChoice from './endpoints/account-choice.ts'
import * as announcement from './endpoints/announcement.ts'
import * as benefit from './endpoints/benefit.ts'
import * as certificate from './endpoints/certificate.ts'
import * as dataExport from './endpoints/data-export.ts'
import * as erasure from './endpoints/erasure.ts'
import * as factors from './endpoints/factors.ts'
import * as mailbox from './endpoints/mailbox.ts'
import * as message from './endpoints/message.ts'
import * as openid from './endpoints/openid.ts'
import * as passkey from './endpoints/passkey.ts'
import * as password from './endpoints/password.ts'
import * as profile from './endpoints/profile.ts'
import * as redemption from './endpoints/redemption.ts'
import * as region from './endpoints/region.ts'
import * as session from './endpoints/session.ts'
import * as signIn from './endpoints/sign-in.ts'
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
  login: signIn.login,
  loginByVerificationCode: signIn.loginByVerificationCode,
  enterpriseLogin: signIn.enterpriseLogin,
  register: signIn.register,
  findPassword: password.findPassword,
  getPasskeyLoginOptions: passkey.getPasskeyLoginOptions,
  loginByPasskey: passkey.loginByPasskey,
  getPasskeyRegisterOptions: passkey.getPasskeyRegisterOptions,
  registerByPasskey: passkey.registerByPasskey,
  passSecondStep: factors.passSecondStep,
  startLoginSetup: factors.startLoginSetup,
  getPasskeyStepOptions: factors.getPasskeyStepOptions,
  describeLoginStep: factors.describeLoginStep,
  sendLoginCode: factors.sendLoginCode,
  startFactorRemoval: factors.startFactorRemoval,
  stopFactorRemoval: factors.stopFactorRemoval,
  getFactors: factors.getFactors,
  startTotp: factors.startTotp,
  confirmTotp: factors.confirmTotp,
  removeTotp: factors.removeTotp,
  renewRecoveryCodes: factors.renewRecoveryCodes,
  forgetBrowsers: factors.forgetBrowsers,
  getBasicInfo: profile.getBasicInfo,
  getFullInfo: profile.getFullInfo,
  logout: session.logout,
  keepSession: session.keepSession,
  listBrowserAccounts: accountChoice.listBrowserAccounts,
  setAccountAside: accountChoice.setAccountAside,
  switchAccount: accountChoice.switchAccount,
  endAccounts: accountChoice.endAccounts,
  setOtherInfo: profile.setOtherInfo,
  setGender: profile.setGender,
  setBirthday: profile.setBirthday,
  setCountry: profile.setCountry,
  setHeadpic: profile.setHeadpic,
  uploadHeadpic: profile.uploadHeadpic,
  reauthenticate: signIn.reauthenticate,
  getPasskeyProofOptions: passkey.getPasskeyProofOptions,
  listPasskeys: passkey.listPasskeys,
  getPasskeyCreationOptions: passkey.getPasskeyCreationOptions,
  addPasskey: passkey.addPasskey,
  renamePasskey: passkey.renamePasskey,
  removePasskey: passkey.removePasskey,
  changePassword: password.changePassword,
  changeEnterprisePassword: password.changeEnterprisePassword,
  postponePassword: password.postponePassword,
  changeEmail: mailbox.changeEmail,
  unbindSocial: social.unbindSocial,
  getSessionLog: session.getSessionLog,
  clearSessions: session.clearSessions,
  deleteAccount: erasure.deleteAccount,
  exportAccount: dataExport.exportAccount,
  reportNotMe: session.reportNotMe,
  readSocialResult: social.readSocialResult,
  describeSocialFlow: social.describeSocialFlow,
  connectSocialFlow: social.connectSocialFlow,
  loginWithAccessToken: social.loginWithAccessToken,
  describeAuthorization: openid.describeAuthorization,
  answerAuthorization: openid.answerAuthorization,
  describeLogout: openid.describeLogout,
  answerLogout: openid.answerLogout,
  describeDevice: openid.describeDevice,
  activateDevice: openid.activateDevice,
  listGrantedApps: openid.listGrantedApps,
  withdrawApp: openid.withdrawApp,
  createTicket: ticket.createTicket,
  enterByTicket: ticket.enterByTicket,
  redeemTicket: ticket.redeemTicket,
  listLiveSessions: ticket.listLiveSessions,
  endSessions: ticket.endSessions,
  redeem: redemption.redeem,
  getRedemptions: redemption.getRedemptions,
  listBenefitEvents: benefit.listBenefitEvents,
  listCourses: training.listCourses,
  startWatchSession: training.startWatchSession,
  reportWatchPosition: training.reportWatchPosition,
  finishWatchSession: training.finishWatchSession,
  getCertificateStatus: certificate.getCertificateStatus,
  issueCertificate: certificate.issueCertificate,
  getCertificatePdf: certificate.getCertificatePdf,
  getCertificateArtwork: certificate.getCertificateArtwork,
  getCertificateCredential: certificate.getCertificateCredential,
  checkCertificate: certificate.checkCertificate,
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
  listAnnouncements: announcement.listAnnouncements,
  requestUnlock: welder.requestUnlock,
  createUnlockChallenge: welder.createUnlockChallenge,
  issueUnlockPassword: welder.issueUnlockPassword,
  listUnlockedMachines: welder.listUnlockedMachines,
  removeUnlockedMachine: welder.removeUnlockedMachine,
  listUnlockKeys: welder.listUnlockKeys,
  getCountries: region.getCountries,
  getRegions: region.getRegions,
  getConsentRule: tracking.getConsentRule,
} as const
