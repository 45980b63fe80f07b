import './ui/tokens.css'
import './ui/typeface/typeface.css'
import './ui/base.css'
import { start } from './app/start.tsx'
import { initializeToken } from './lib/token/url-token.ts'

// First, so that no later code can see a token in the URL.
initializeToken()
void start()
