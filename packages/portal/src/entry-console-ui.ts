/** What the console of operators takes from the portal: parts without product words, and the look. Nothing else of it is imported. */
import './ui/tokens.css'
import './ui/base.css'
import './ui/typeface/typeface.css'

export { MessageText } from './features/messages/detail/message-text.tsx'
export { saveFile } from './lib/bridge/save-file.ts'
export {
  readStorage,
  readTabStorage,
  removeFromTabStorage,
  writeStorage,
  writeTabStorage,
} from './lib/browser/guarded-apis.ts'
export { getLanguage, setLanguage, useLanguage } from './lib/page/language.ts'
export { applyTheme, THEMES, type Theme } from './lib/page/theme.ts'
export { hasDecreased, useFocusFallback } from './lib/page/use-focus-fallback.ts'
export { formatDate, formatDateTime } from './lib/text/format-time.ts'
export { Button } from './ui/button/button.tsx'
export { classNames } from './ui/class-names.ts'
export { CopyButton } from './ui/copy-button/copy-button.tsx'
export { DescriptionItem, DescriptionList } from './ui/description-list/description-list.tsx'
export { Dialog } from './ui/dialog/dialog.tsx'
export { described, Field } from './ui/field/field.tsx'
export { FormDialog } from './ui/form-dialog/form-dialog.tsx'
export { Notice } from './ui/notice/notice.tsx'
export { RadioField } from './ui/radio-field/radio-field.tsx'
export { RelativeTime } from './ui/relative-time/relative-time.tsx'
export { Segmented } from './ui/segmented/segmented.tsx'
export { Skeleton } from './ui/skeleton/skeleton.tsx'
export { TabPanel, Tabs } from './ui/tabs/tabs.tsx'
export { TextArea } from './ui/text-area/text-area.tsx'
export { TextField } from './ui/text-field/text-field.tsx'
export { toast } from './ui/toast/toast.ts'
export { ToastRegion } from './ui/toast/toast-region.tsx'
