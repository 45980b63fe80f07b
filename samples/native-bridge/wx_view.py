"""
The portal in wxWebView (wxWidgets 3.2, wxPython 4.2), with a script message handler as native bridge.

    /usr/bin/python3 wx_view.py --portal http://localhost:8080
"""
import base64
from pathlib import Path

import wx
import wx.html2

from desktop_app import DesktopApp, open_with_system, read_arguments
from kerf_bridge import KerfBridge, origin_of


class PortalFrame(wx.Frame):
    def __init__(self, app):
        super().__init__(None, title="Kerf", size=(1100, 800))
        self._app = app
        app.close = self.Close
        self.view = wx.html2.WebView.New(self)
        # The page sees it as `KerfBridge`.
        self.view.AddScriptMessageHandler("KerfBridge")
        self.view.AddUserScript(Path(__file__).with_name("wx-bridge.js").read_text("utf-8"))
        self.bridge = KerfBridge(self._deliver, app.handlers, app.handle_event, {"version": app.VERSION, "system": "pc"})
        self.view.Bind(wx.html2.EVT_WEBVIEW_SCRIPT_MESSAGE_RECEIVED, self._receive)
        self.view.Bind(wx.html2.EVT_WEBVIEW_NAVIGATING, self._decide)
        self.view.Bind(wx.html2.EVT_WEBVIEW_NEWWINDOW, lambda event: self._open_outside(event.GetURL()))

    def _shows_portal(self):
        return origin_of(self.view.GetCurrentURL()) == self._app.portal

    def _deliver(self, text):
        if self._shows_portal():
            # base64 contains nothing that RunScript would escape.
            self.view.RunScriptAsync(f'kerfReceive("{base64.b64encode(text.encode()).decode()}")')

    def _receive(self, event):
        if self._shows_portal():
            self.bridge.receive(event.GetString())

    def _decide(self, event):
        """Shows the portal only. Links to other sites, and windows, are opened in the browser of the system."""
        if event.GetTarget() or self._app.may_show(event.GetURL()):
            return
        event.Veto()
        self._open_outside(event.GetURL())

    def _open_outside(self, url):
        if url.startswith(("https://", "http://", "mailto:")):
            open_with_system(url)


def main():
    arguments = read_arguments()
    application = wx.App()
    app = DesktopApp(arguments.portal, arguments.data, arguments.app, arguments.language)
    frame = PortalFrame(app)
    frame.view.LoadURL(app.url)
    frame.Show()
    application.MainLoop()


if __name__ == "__main__":
    main()
