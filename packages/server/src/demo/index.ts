/** Development tools: seed data, demo pages, demo identity provider, sample apps. Imported by process/development.ts only. */
export { createDemoInvitation } from './console/demo-operators.ts'
export { type DemoConsole, startConsole } from './console/start-console.ts'
export { registerDevelopmentPages } from './development-pages.ts'
export { createDemoProvider, offersDemo } from './identity-provider/demo-provider.ts'
export { prepareLocalCertificate } from './local-certificate.ts'
export { offersSamples, type SampleApps, startSamples } from './samples/start-samples.ts'
export { seedInstallation } from './seed/seed-installation.ts'
export { startupNotes } from './startup-notes.ts'
