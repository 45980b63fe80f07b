"""
The portal in WebKitGTK, with a script message handler as native bridge.

    /usr/bin/python3 webkitgtk.py --portal http://localhost:8080
"""
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

from desktop_app import DesktopApp, open_with_system, read_arguments  # noqa: E402
from kerf_bridge import KerfBridge, origin_of  # noqa: E402


def decide_policy(view, decision, kind, app):
    """Shows the portal only. Links to other sites, and windows, are opened in the browser of the system."""
    kinds = WebKit2.PolicyDecisionType
    if kind not in (kinds.NAVIGATION_ACTION, kinds.NEW_WINDOW_ACTION):
        return False
    url = decision.get_navigation_action().get_request().get_uri()
    if kind == kinds.NAVIGATION_ACTION and (app.may_show(url) or decision.get_frame_name()):
        return False
    decision.ignore()
    if url.startswith(("https://", "http://", "mailto:")):
        open_with_system(url)
    return True


def create_view(app, context=None):
    """Creates the view of the portal. Call `view.load_uri` to show a page."""
    content = WebKit2.UserContentManager()
    # The page sees it as `webkit.messageHandlers.KerfBridge`.
    content.register_script_message_handler("KerfBridge")
    view = WebKit2.WebView(user_content_manager=content, **({"web_context": context} if context else {}))

    def shows_portal():
        return origin_of(view.get_uri() or "") == app.portal

    def deliver(text):
        if not shows_portal():
            return
        # The text is an argument, not a part of the script, so nothing has to be escaped.
        arguments = GLib.Variant("a{sv}", {"text": GLib.Variant("s", text)})
        view.call_async_javascript_function("KerfPortal.receive(text)", -1, arguments, None, None, None, None)

    bridge = KerfBridge(deliver, app.handlers, app.handle_event, {"version": app.VERSION, "system": "pc"})

    def receive(_manager, result):
        if shows_portal():
            bridge.receive(result.get_js_value().to_string())

    content.connect("script-message-received::KerfBridge", receive)
    view.connect("decide-policy", decide_policy, app)
    view.bridge = bridge
    return view


def main():
    arguments = read_arguments()
    app = DesktopApp(arguments.portal, arguments.data, arguments.app, arguments.language)
    window = Gtk.Window(title="Kerf")
    window.set_default_size(1100, 800)
    window.connect("destroy", Gtk.main_quit)
    app.close = window.destroy
    view = create_view(app)
    window.add(view)
    window.show_all()
    view.load_uri(app.url)
    Gtk.main()


if __name__ == "__main__":
    main()
