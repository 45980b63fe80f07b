import * as m from '@kerf/locales/messages'
import { Card } from '../../ui/Card.tsx'

/** The check itself needs the desktop app around the page. */
export const DeviceSafetyCard = () => (
  <Card title={m.security_device_title()} description={m.security_device_text()} />
)
