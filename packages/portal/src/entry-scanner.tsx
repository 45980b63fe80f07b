/** Entry of the scanner, a document without the portal's router, session and statistics: its policy allows more than that of others. */
import './ui/tokens.css'
import './ui/typeface/typeface.css'
import './ui/base.css'
import { PAGE_DATA_ID, type PageData } from '@kerf/contract/page-data'
import { createRoot } from 'react-dom/client'
import { detectSystem } from './lib/browser/detect-system.ts'
import { languageFromPath, persistLanguage, setLanguage } from './lib/page/language.ts'
import { createPageContext, setPageContext } from './lib/page/page-context.ts'
import { ScannerPage } from './scanner/scanner-page.tsx'

const data: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '')
const system = detectSystem({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })
setPageContext(createPageContext(data, location.search, system))
const language = languageFromPath(location.pathname) ?? 'en'
setLanguage(language)
persistLanguage(language)
createRoot(document.getElementById('root') as HTMLElement).render(<ScannerPage />)
