import './ui/tokens.css'
import './ui/base.css'
import { start } from './app/start.tsx'
import { initializeToken } from './lib/token.ts'

// First of all, so that nothing that runs later can see a token in the address.
initializeToken()
void start()
