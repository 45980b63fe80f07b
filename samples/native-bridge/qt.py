"""
The portal in Qt WebEngine, with a QWebChannel as native bridge. PyQt 6, or PyQt 5.15 where PyQt 6 is missing or KERF_QT=5.

    python3 qt.py --portal http://localhost:8080
"""
import importlib
import os
import sys
from pathlib import Path

from desktop_app import DesktopApp, open_with_system, read_arguments
from kerf_bridge import KerfBridge, origin_of


def load_qt():
    for name in ("PyQt5",) if os.environ.get("KERF_QT") == "5" else ("PyQt6", "PyQt5"):
        try:
            importlib.import_module(f"{name}.QtWebEngineWidgets")
            return name
        except ImportError as error:
            missing = error
    raise SystemExit(f"PyQt with WebEngine is not installed: {missing}")


QT = load_qt()
core, widgets, web_channel, views = (
    importlib.import_module(f"{QT}.{name}") for name in ("QtCore", "QtWidgets", "QtWebChannel", "QtWebEngineWidgets")
)
engine = importlib.import_module(f"{QT}.QtWebEngineCore") if QT == "PyQt6" else views


MAIN_WORLD = 0  # QWebEngineScript.MainWorld; PyQt 6 takes the number only


class Page(engine.QWebEnginePage):
    """Shows the portal only. Links to other sites, and windows, are opened in the browser of the system."""

    def __init__(self, profile, parent, app):
        super().__init__(profile, parent)
        self._app = app

    def acceptNavigationRequest(self, url, _kind, is_main_frame):
        if not is_main_frame or self._app.may_show(url.toString()):
            return True
        if url.scheme() in ("https", "http", "mailto"):
            open_with_system(url.toString())
        return False

    def createWindow(self, _kind):
        # A page that the view never shows: its first navigation goes to the browser.
        return ExternalPage(self.profile(), self)


class ExternalPage(engine.QWebEnginePage):
    def acceptNavigationRequest(self, url, _kind, _is_main_frame):
        if url.scheme() in ("https", "http"):
            open_with_system(url.toString())
        self.deleteLater()
        return False


class Host(core.QObject):
    """The object of the channel. Everything in it that is a slot, a signal or a property can be used by the page."""

    message = core.pyqtSignal(str)

    def __init__(self, page, app):
        super().__init__(page)
        self._page, self._portal = page, app.portal
        self.bridge = KerfBridge(self._deliver, app.handlers, app.handle_event, {"version": app.VERSION, "system": "pc"})

    def _shows_portal(self):
        return origin_of(self._page.url().toString()) == self._portal

    def _deliver(self, text):
        if self._shows_portal():
            self.message.emit(text)

    @core.pyqtSlot(str)
    def receive(self, text):
        if self._shows_portal():
            self.bridge.receive(text)


def read_resource(path):
    file = core.QFile(path)
    mode = core.QIODevice.OpenModeFlag.ReadOnly if QT == "PyQt6" else core.QIODevice.ReadOnly
    if not file.open(mode):
        raise SystemExit(f"{path} is missing")
    return bytes(file.readAll()).decode()


def create_view(app):
    """Creates the view of the portal. Call `view.load` to show a page."""
    view = views.QWebEngineView()
    profile = engine.QWebEngineProfile("kerf-sample", view)
    page = Page(profile, view, app)
    view.setPage(page)

    host = Host(page, app)
    channel = web_channel.QWebChannel(page)
    channel.registerObject("kerf", host)
    page.setWebChannel(channel)

    script = engine.QWebEngineScript()
    own = Path(__file__).with_name("qt-bridge.js").read_text("utf-8")
    script.setSourceCode(read_resource(":/qtwebchannel/qwebchannel.js") + "\n" + own)
    script.setInjectionPoint(engine.QWebEngineScript.InjectionPoint.DocumentCreation)
    # The world of the page: the portal must see `KerfBridge`.
    script.setWorldId(MAIN_WORLD)
    script.setRunsOnSubFrames(False)
    page.scripts().insert(script)

    app.close = view.close
    view.host = host
    view.resize(1100, 800)
    return view


def main():
    arguments = read_arguments()
    application = widgets.QApplication(sys.argv[:1])
    app = DesktopApp(arguments.portal, arguments.data, arguments.app, arguments.language)
    view = create_view(app)
    view.load(core.QUrl(app.url))
    view.show()
    sys.exit(application.exec())


if __name__ == "__main__":
    main()
