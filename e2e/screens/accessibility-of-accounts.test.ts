// A separate file from the visitors' screens, so that two workers share the screens.
import { checkAccessibility } from './check-accessibility.ts'

checkAccessibility(viewer => viewer !== 'visitor')
