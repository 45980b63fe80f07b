import { checkAccessibility } from './check-accessibility.ts'

checkAccessibility(viewer => viewer === 'visitor')
