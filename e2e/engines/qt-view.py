"""A web view as a desktop app embeds it. Usage: qt-view.py PyQt5|PyQt6 allowed|blocked|--version"""
import importlib
import sys

binding, mode = sys.argv[1], sys.argv[2]
core = importlib.import_module(f"{binding}.QtCore")
widgets = importlib.import_module(f"{binding}.QtWidgets")
view_module = importlib.import_module(f"{binding}.QtWebEngineWidgets")
engine = importlib.import_module(f"{binding}.QtWebEngineCore") if binding == "PyQt6" else view_module

if mode == "--version":
    library = importlib.import_module(f"{binding}.QtWebEngineCore" if binding == "PyQt6" else f"{binding}.QtWebEngine")
    print(f"Qt WebEngine {getattr(library, 'PYQT_WEBENGINE_VERSION_STR', core.QT_VERSION_STR)}")
    sys.exit(0)

app = widgets.QApplication(sys.argv[:1])
windows = []


class View(view_module.QWebEngineView):
    """Opens a window for `window.open`, as an app must."""

    def createWindow(self, _kind):
        window = View()
        page = engine.QWebEnginePage(self.page().profile(), window)
        window.setPage(page)
        page.windowCloseRequested.connect(lambda: (windows.remove(window), window.close(), window.deleteLater()))
        window.resize(520, 700)
        window.show()
        windows.append(window)
        return window


view = View()
profile = engine.QWebEngineProfile(view)  # without a name: nothing is stored
page = engine.QWebEnginePage(profile, view)
view.setPage(page)
attributes = engine.QWebEngineSettings.WebAttribute
page.settings().setAttribute(attributes.JavascriptCanOpenWindows, True)
if mode == "blocked":
    profile.cookieStore().setCookieFilter(lambda request: not request.thirdParty)
view.resize(1100, 800)
view.load(core.QUrl("about:blank"))
view.show()
sys.exit(app.exec())
