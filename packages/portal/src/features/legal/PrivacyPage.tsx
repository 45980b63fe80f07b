import { PRIVACY_VERSION } from '@kerf/contract/legal-versions'
import { LegalDocument } from './LegalDocument.tsx'

export const PrivacyPage = () => <LegalDocument name="privacy" version={PRIVACY_VERSION} />
