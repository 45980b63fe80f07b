#!/usr/bin/python3
"""A web view as a GTK app embeds it, for WebKitWebDriver. Settings: KERF_COOKIES (allowed, blocked), KERF_PRELOAD (script)."""
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

if "--version" in sys.argv:
    print(f"WebKitGTK {WebKit2.get_major_version()}.{WebKit2.get_minor_version()}.{WebKit2.get_micro_version()}")
    sys.exit(0)

blocked = os.environ.get("KERF_COOKIES") == "blocked"
preload = os.environ.get("KERF_PRELOAD", "")

manager = WebKit2.WebsiteDataManager.new_ephemeral()
manager.set_itp_enabled(blocked)
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)
policy = WebKit2.CookieAcceptPolicy.NO_THIRD_PARTY if blocked else WebKit2.CookieAcceptPolicy.ALWAYS
context.get_cookie_manager().set_accept_policy(policy)

content = WebKit2.UserContentManager()
if preload:
    content.add_script(
        WebKit2.UserScript.new(
            preload,
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )


def show(view):
    window = Gtk.Window()
    window.set_default_size(1100, 800)
    window.add(view)
    view.connect("create", open_window)
    view.connect("close", lambda closed: window.destroy())
    window.show_all()


def open_window(opener, _action):
    """`window.open`: the view is shown when WebKit says that it is ready."""
    view = WebKit2.WebView(related_view=opener, is_controlled_by_automation=True)
    view.connect("ready-to-show", show)
    return view


def create_view(_session):
    view = WebKit2.WebView(
        web_context=context, user_content_manager=content, is_controlled_by_automation=True, is_ephemeral=True
    )
    view.get_settings().set_javascript_can_open_windows_automatically(True)
    show(view)
    return view


def automation_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("KerfEngineTest")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", automation_started)
Gtk.main()
