"""What a desktop app does for the portal: the handlers of the native calls, without a toolkit."""
import argparse
import base64
import json
import os
import platform
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from kerf_bridge import origin_of, portal_url

FILE_BYTES_MAX = 9_000_000
DOWNLOAD_TIMEOUT_SECONDS = 30
EXTENSIONS = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/webp": ".webp",
    "image/svg+xml": ".svg",
    "application/pdf": ".pdf",
    "text/plain": ".txt",
}


def read_arguments():
    parser = argparse.ArgumentParser(description="Shows the portal in a web view with a native bridge.")
    parser.add_argument("--portal", default="http://localhost:8080", help="origin of the portal")
    parser.add_argument("--app", default="creative", help="code of the app")
    parser.add_argument("--language", default="en", choices=("en", "zh"))
    parser.add_argument("--data", default=str(Path.home() / ".kerf-sample"), help="folder of the stored values")
    return parser.parse_args()


class DesktopApp:
    VERSION = "2.1.0"

    def __init__(self, portal, data, app="creative", language="en"):
        self.portal = origin_of(portal)
        self.url = portal_url(self.portal, app, self.VERSION, language)
        self.token = None  # a real app keeps it in the key store of the system
        self._data = Path(data)
        self.close = lambda: None  # set by the program that shows the view
        self.handlers = {
            "app.version": lambda call: call.answer({"version": self.VERSION}),
            "device.info": self._device_info,
            "token.update": self._token_update,
            "storage.save": self._storage_save,
            "storage.get": self._storage_get,
            "file.open": self._file_open,
            "file.share": self._file_share,
            "album.save": self._album_save,
            "view.close": self._view_close,
        }

    def handle_event(self, message):
        kind = message["type"]
        if kind == "result":
            # An app whose brand sets `tokenToHost` gets `utoken`, any other a ticket, which the app's server redeems.
            self.token = message.get("utoken")
            print(f"signed in: {message['uid']} ({'token' if self.token else 'ticket'})", flush=True)
        elif kind == "logout":
            self.token = None
            print("signed out", flush=True)
        elif kind == "close":
            self.close()
        elif kind == "failed":
            print(f"the portal did not start: {message['reason']} {message['code']}", flush=True)

    def may_show(self, url):
        """Whether a URL belongs into the view. Any other is opened in the browser of the system."""
        return origin_of(url) == self.portal or url == "about:blank"

    def machines(self):
        """A real app lists the machines that it knows."""
        return [{"name": "Workshop", "model": "K20", "sn": "K20-0001", "connected": False}]

    def _device_info(self, call):
        host = {"system": "pc", "os": f"{platform.system()} {platform.release()}"[:200], "model": platform.machine()}
        call.answer({**host, "machines": self.machines()})

    def _token_update(self, call):
        self.token = call.input["utoken"]
        call.answer()

    def _stored(self):
        try:
            return json.loads((self._data / "storage.json").read_text("utf-8"))
        except (OSError, ValueError):
            return {}

    def _storage_get(self, call):
        call.answer({"value": self._stored().get(call.input["key"])})

    def _storage_save(self, call):
        values = {**self._stored(), call.input["key"]: call.input["value"]}
        self._data.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Replaced as a whole: a file written half would lose every value.
        new = self._data / "storage.json.new"
        new.write_text(json.dumps(values), "utf-8")
        os.replace(new, self._data / "storage.json")
        call.answer()

    def _write(self, call, folder):
        """Writes the file of the call below `folder`. Returns its path; None if the call was refused."""
        given = call.input
        # The portal sends safe names. A host validates them nevertheless: they are the input of another program.
        name = Path(given["name"].replace("\\", "/")).name.lstrip(".") or "file"
        if "url" in given:
            if origin_of(given["url"]) != self.portal:
                return call.refuse("refused")
            with urllib.request.urlopen(given["url"], timeout=DOWNLOAD_TIMEOUT_SECONDS) as response:
                content = response.read(FILE_BYTES_MAX + 1)
        else:
            # The extension decides which program opens the file, so it must be the one of the type.
            name = str(Path(name).with_suffix(EXTENSIONS[given["type"]]))
            content = base64.b64decode(given["data"], validate=True)
        if len(content) > FILE_BYTES_MAX:
            return call.refuse("failed", "The file is too large.")
        Path(folder).mkdir(parents=True, exist_ok=True)
        path = Path(folder) / name
        path.write_bytes(content)
        return path

    def _file_open(self, call):
        path = self._write(call, tempfile.mkdtemp(prefix="kerf-"))
        if path:
            open_with_system(path)
            call.answer()

    def _file_share(self, call):
        if self._write(call, Path.home() / "Downloads"):
            call.answer()

    def _album_save(self, call):
        if self._write(call, Path.home() / "Pictures"):
            call.answer()

    def _view_close(self, call):
        call.answer()
        self.close()


def open_with_system(path_or_url):
    """Opens a file or a web address with the program that the system has for it."""
    if sys.platform == "win32":
        os.startfile(path_or_url)
    else:
        subprocess.Popen(["open" if sys.platform == "darwin" else "xdg-open", str(path_or_url)])
