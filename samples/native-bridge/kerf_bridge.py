"""The host's side of the portal's native bridge (docs/native-bridge.md), without a toolkit."""
import json
import secrets
from urllib.parse import urlencode, urlsplit

SOURCE, VERSION = "kerf-host", 1


class Call:
    """A call of the portal. It is answered once: later answers, and those after a cancellation, are ignored."""

    def __init__(self, bridge, message):
        self._bridge, self._id = bridge, message["id"]
        self.method, self.input = message["method"], message["input"]
        self.on_cancel = None

    def answer(self, value=None):
        self._finish({"ok": True, "value": value or {}})

    def refuse(self, reason="failed", text=""):
        """`reason`: refused, unsupported, no-device or failed. `text` is shown to the person."""
        self._finish({"ok": False, "reason": reason, **({"text": text[:200]} if text else {})})

    def _finish(self, outcome):
        if self._bridge.pending.pop(self._id, None):
            self._bridge.send({"type": "answer", "id": self._id, **outcome})


class KerfBridge:
    """
    Connects one web view. `deliver` passes a JSON text to the page. `handlers` maps a method to a function of a `Call`; `on_event`
    receives every other message of the portal, such as `result`. All functions are called in the thread of the user interface.
    """

    def __init__(self, deliver, handlers, on_event, app=None):
        self._deliver, self._handlers, self._on_event, self._app = deliver, handlers, on_event, app
        self._session, self._seq = None, 0
        self.pending = {}

    def receive(self, text):
        """Takes a text that the page posted. The caller has checked that the page is the portal's."""
        try:
            message = json.loads(text)
        except ValueError:
            return
        if not isinstance(message, dict) or message.get("source") != "kerf-portal" or message.get("version") != VERSION:
            return
        kind, session = message.get("type"), message.get("session")
        if kind == "ready":
            self._start(session, has_nonce="nonce" in message)
        elif session != self._session and kind != "failed":
            return
        elif kind == "call":
            self._handle(Call(self, message))
        elif kind == "cancel":
            call = self.pending.pop(message["id"], None)
            if call and call.on_cancel:
                call.on_cancel()
        if kind not in ("call", "cancel"):
            self._on_event(message)

    def send(self, message):
        """`message`: a dictionary with `type` and the fields of that type."""
        if self._session is None:
            return
        head = {"source": SOURCE, "version": VERSION, "session": self._session, "seq": self._seq}
        self._seq += 1
        self._deliver(json.dumps({**head, **message}))

    def _start(self, session, has_nonce):
        # A new page view: its predecessor no longer waits for answers.
        if session != self._session:
            for call in list(self.pending.values()):
                if call.on_cancel:
                    call.on_cancel()
            self.pending.clear()
            self._session, self._seq = session, 0
        if has_nonce:
            return
        hello = {"source": SOURCE, "version": VERSION, "type": "hello", "nonce": secrets.token_urlsafe(24)}
        app = {"app": self._app} if self._app else {}
        self._deliver(json.dumps({**hello, "calls": list(self._handlers), **app}))

    def _handle(self, call):
        self.pending[call._id] = call
        handler = self._handlers.get(call.method)
        if handler is None:
            return call.refuse("unsupported")
        try:
            handler(call)
        except Exception as error:  # an unanswered call blocks its method until the timeout
            print(f"{call.method}: {error!r}")
            call.refuse("failed")


def origin_of(url):
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def portal_url(portal, app, version, language="en", page="login"):
    query = urlencode({"p": app, "s": "pc", "av": version, "md": "full-win"})
    return f"{portal}/{language}/{page}?{query}"
