import type { NativeMethod } from '@kerf/contract/native-calls'
import * as m from '@kerf/locales/messages'

export const CALL_NAMES: Readonly<Record<NativeMethod, () => string>> = {
  'app.version': m.selftest_call_app_version,
  'device.info': m.selftest_call_device_info,
  'module.status': m.selftest_call_module_status,
  'login.open': m.selftest_call_login_open,
  'token.update': m.selftest_call_token_update,
  'storage.save': m.selftest_call_storage_save,
  'storage.get': m.selftest_call_storage_get,
  'file.share': m.selftest_call_file_share,
  'file.open': m.selftest_call_file_open,
  'album.save': m.selftest_call_album_save,
  'canvas.import': m.selftest_call_canvas_import,
  'gcode.generate': m.selftest_call_gcode_generate,
  'gcode.process': m.selftest_call_gcode_process,
  'view.close': m.selftest_call_view_close,
}
