import { TERMS_VERSION } from '@kerf/contract/legal-versions'
import { LegalDocument } from './LegalDocument.tsx'

export const TermsPage = () => <LegalDocument name="terms" version={TERMS_VERSION} />
