// Apart from the visitors' screens, so that two can be looked at at once.
import { checkAccessibility } from './check-accessibility.ts'

checkAccessibility(viewer => viewer !== 'visitor')
