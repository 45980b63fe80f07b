"""
Runs a program of samples/native-bridge as it is, and lets the engine checks see and use its page.

    sample-view.py PyQt6|PyQt5|webkitgtk|wx allowed|blocked PORTAL TEXT     or --version as the second argument

`module.status` is refused with TEXT. Prints a JSON value per line: `received` (a message of the page), `called` (a call of the
page), `opened` (a file or URL given to the system), `closed`, `result` (of a script).
Except with Qt, which has the DevTools protocol, it reads scripts from standard input: {"id": …, "body": "…"} per line.
"""
import ctypes
import json
import os
import sys
import threading
from pathlib import Path

toolkit, mode = sys.argv[1], sys.argv[2]
sys.path.insert(0, str(Path(__file__).parents[2] / "samples" / "native-bridge"))
if toolkit.startswith("PyQt"):
    os.environ["KERF_QT"] = toolkit[-1]

import desktop_app  # noqa: E402


def log(**entry):
    print(json.dumps(entry), flush=True)


# The programs import the name, so it is replaced before they are loaded.
desktop_app.open_with_system = lambda target: log(opened=str(target))

GCODE_LINES = 300_000


def logged(handler):
    def handle(call):
        log(called={"method": call.method, "input": call.input})
        handler(call)

    return handle


class App(desktop_app.DesktopApp):
    def __init__(self, portal):
        super().__init__(portal, Path.home() / "data")
        self.handlers["gcode.generate"] = lambda call: call.answer({"name": "a.gcode", "gcode": "G1 X1 " * GCODE_LINES})
        self.handlers["module.status"] = lambda call: call.refuse("no-device", sys.argv[4])
        self.handlers = {method: logged(handler) for method, handler in self.handlers.items()}

    def handle_event(self, message):
        log(received=message)
        super().handle_event(message)


def in_page(body, number):
    """A script that runs the body of an async function and posts its outcome to the handler `KerfCheck`."""
    return f"""(async () => {{{body}
}})().then(value => ({{ value }}), error => ({{ error: String(error) }}))
  .then(outcome => webkit.messageHandlers.KerfCheck.postMessage(JSON.stringify({{ id: {number}, ...outcome }})))"""


def read_scripts(run):
    def loop():
        for line in sys.stdin:
            run(**json.loads(line))
        os._exit(0)

    threading.Thread(target=loop, daemon=True).start()


def run_qt():
    import qt

    if mode == "--version":
        return print(qt.QT)
    application = qt.widgets.QApplication(sys.argv[:1])
    app = App(sys.argv[3])
    view = qt.create_view(app)
    close = app.close
    app.close = lambda: (log(closed=True), close())
    if mode == "blocked":
        view.page().profile().cookieStore().setCookieFilter(lambda request: not request.thirdParty)
    view.load(qt.core.QUrl(app.url))
    view.show()
    application.exec()


def run_webkitgtk():
    import webkitgtk
    from gi.repository import GLib, Gtk, WebKit2

    if mode == "--version":
        return print(f"WebKitGTK {WebKit2.get_major_version()}.{WebKit2.get_minor_version()}.{WebKit2.get_micro_version()}")
    context = WebKit2.WebContext.new_with_website_data_manager(WebKit2.WebsiteDataManager.new_ephemeral())
    policy = WebKit2.CookieAcceptPolicy.NO_THIRD_PARTY if mode == "blocked" else WebKit2.CookieAcceptPolicy.ALWAYS
    context.get_cookie_manager().set_accept_policy(policy)
    app = App(sys.argv[3])
    app.close = lambda: log(closed=True)
    view = webkitgtk.create_view(app, context)
    content = view.get_user_content_manager()
    content.register_script_message_handler("KerfCheck")
    content.connect(
        "script-message-received::KerfCheck", lambda _manager, result: log(result=json.loads(result.get_js_value().to_string()))
    )
    window = Gtk.Window()
    window.set_default_size(1100, 800)
    window.add(view)
    window.show_all()

    def run(id, body):
        GLib.idle_add(lambda: view.evaluate_javascript(in_page(body, id), -1, None, None, None, None, None))

    read_scripts(run)
    view.load_uri(app.url)
    Gtk.main()


def run_wx():
    import wx
    import wx.html2
    import wx_view

    library = next(
        line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "libwebkit2gtk-4" in line
    )
    webkit = ctypes.CDLL(library)
    if mode == "--version":
        major, minor = webkit.webkit_get_major_version(), webkit.webkit_get_minor_version()
        return print(f"wxWebView {wx.version().split('wxWidgets ')[-1].rsplit('.', 1)[0]} (WebKitGTK {major}.{minor})")
    application = wx.App()
    app = App(sys.argv[3])
    frame = wx_view.PortalFrame(app)
    app.close = lambda: log(closed=True)
    frame.view.AddScriptMessageHandler("KerfCheck")

    def receive(event):
        # WebKitGTK does not name the handler.
        if event.GetString().startswith('{"id":'):
            log(result=json.loads(event.GetString()))
        else:
            event.Skip()

    frame.view.Bind(wx.html2.EVT_WEBVIEW_SCRIPT_MESSAGE_RECEIVED, receive)
    backend = ctypes.c_void_p(int(frame.view.GetNativeBackend()))
    for name in ("webkit_web_view_get_context", "webkit_web_context_get_cookie_manager"):
        getattr(webkit, name).restype = ctypes.c_void_p
    context = ctypes.c_void_p(webkit.webkit_web_view_get_context(backend))
    manager = ctypes.c_void_p(webkit.webkit_web_context_get_cookie_manager(context))
    webkit.webkit_cookie_manager_set_accept_policy(manager, 2 if mode == "blocked" else 0)

    def run(id, body):
        script = in_page(body, id).encode()
        wx.CallAfter(lambda: webkit.webkit_web_view_run_javascript(backend, script, None, None, None))

    read_scripts(run)
    frame.view.LoadURL(app.url)
    frame.Show()
    application.MainLoop()


run_qt() if toolkit.startswith("PyQt") else run_webkitgtk() if toolkit == "webkitgtk" else run_wx()
