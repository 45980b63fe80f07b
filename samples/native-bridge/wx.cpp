// The portal in wxWebView (wxWidgets 3.2), with a script message handler as native bridge. The same as wx_view.py, with fewer calls.
// JSON by nlohmann/json.
#include <wx/base64.h>
#include <wx/ffile.h>
#include <wx/uri.h>
#include <wx/webview.h>
#include <wx/wx.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

using nlohmann::json;

static const char *const VERSION = "2.1.0";

static wxString originOf(const wxString &url) {
  const wxURI uri(url);
  return uri.GetScheme() + "://" + uri.GetServer() + (uri.HasPort() ? ":" + uri.GetPort() : wxString());
}

static void openOutside(const wxString &url) {
  if (url.StartsWith("https://") || url.StartsWith("http://") || url.StartsWith("mailto:")) wxLaunchDefaultBrowser(url);
}

static std::string randomId() {
  std::random_device random;
  std::string id;
  for (int i = 0; i < 32; i++) id += "0123456789abcdef"[random() % 16];
  return id;
}

class PortalFrame : public wxFrame {
public:
  // A handler answers by `answer` or `refuse` with the id of the call, now or later, in this thread.
  using Handler = std::function<void(const std::string &id, const json &input)>;

  PortalFrame(const wxString &portal, const wxString &script)
      : wxFrame(nullptr, wxID_ANY, "Kerf", wxDefaultPosition, wxSize(1100, 800)), m_portal(originOf(portal)) {
    m_view = wxWebView::New(this, wxID_ANY);
    m_view->AddScriptMessageHandler("KerfBridge");  // the page sees it as KerfBridge
    m_view->AddUserScript(script);
    m_view->Bind(wxEVT_WEBVIEW_SCRIPT_MESSAGE_RECEIVED, [this](wxWebViewEvent &event) {
      if (showsPortal()) receive(event.GetString());
    });
    // Shows the portal only. Links to other sites, and windows, are opened in the browser of the system.
    m_view->Bind(wxEVT_WEBVIEW_NAVIGATING, [this](wxWebViewEvent &event) {
      const wxString url = event.GetURL();
      if (!event.GetTarget().empty() || originOf(url) == m_portal || url == "about:blank") return;
      event.Veto();
      openOutside(url);
    });
    m_view->Bind(wxEVT_WEBVIEW_NEWWINDOW, [](wxWebViewEvent &event) { openOutside(event.GetURL()); });

    m_handlers["app.version"] = [this](const std::string &id, const json &) { answer(id, {{"version", VERSION}}); };
    m_handlers["view.close"] = [this](const std::string &id, const json &) {
      answer(id);
      Close();
    };
    m_view->LoadURL(m_portal + "/en/login?p=creative&s=pc&av=" + VERSION + "&md=full-win");
  }

  void answer(const std::string &id, const json &value = json::object()) { finish(id, {{"ok", true}, {"value", value}}); }

  // `reason`: refused, unsupported, no-device or failed. `text` is shown to the person.
  void refuse(const std::string &id, const std::string &reason, const std::string &text = "") {
    json outcome = {{"ok", false}, {"reason", reason}};
    if (!text.empty()) outcome["text"] = text;
    finish(id, outcome);
  }

  void send(json message) {
    if (m_session.empty()) return;
    message["session"] = m_session;
    message["seq"] = m_seq++;
    deliver(message);
  }

private:
  bool showsPortal() const { return originOf(m_view->GetCurrentURL()) == m_portal; }

  void receive(const wxString &text) {
    const json message = json::parse(text.utf8_string(), nullptr, false);
    if (!message.is_object() || message.value("source", "") != "kerf-portal" || message.value("version", 0) != 1) return;
    const std::string type = message.value("type", "");
    if (type == "ready") return start(message);
    if (message.value("session", "") != m_session) return;
    if (type == "call") call(message);
    else if (type == "cancel") m_pending.erase(message.value("id", ""));
    else if (type == "result") wxLogMessage("signed in: %s", message.value("uid", ""));
    else if (type == "close") Close();
  }

  void start(const json &ready) {
    const std::string session = ready.value("session", "");
    // A new page view: its predecessor no longer waits for answers.
    if (session != m_session) {
      m_session = session;
      m_seq = 0;
      m_pending.clear();
    }
    if (ready.contains("nonce")) return;
    json calls = json::array();
    for (const auto &entry : m_handlers) calls.push_back(entry.first);
    deliver({{"type", "hello"}, {"nonce", randomId()}, {"calls", calls}, {"app", {{"version", VERSION}, {"system", "pc"}}}});
  }

  void call(const json &message) {
    const std::string id = message.value("id", "");
    m_pending.insert(id);
    const auto handler = m_handlers.find(message.value("method", ""));
    if (handler == m_handlers.end()) refuse(id, "unsupported");
    else handler->second(id, message.value("input", json::object()));
  }

  void finish(const std::string &id, json outcome) {
    if (m_pending.erase(id) == 0) return;
    outcome["type"] = "answer";
    outcome["id"] = id;
    send(outcome);
  }

  void deliver(json message) {
    if (!showsPortal()) return;
    message["source"] = "kerf-host";
    message["version"] = 1;
    const std::string text = message.dump();
    // base64 contains nothing that RunScript would escape. wx-bridge.js carries out this one call.
    m_view->RunScriptAsync("kerfReceive(\"" + wxBase64Encode(text.data(), text.size()) + "\")");
  }

  wxWebView *m_view;
  wxString m_portal;
  std::map<std::string, Handler> m_handlers;
  std::set<std::string> m_pending;
  std::string m_session;
  int m_seq = 0;
};

// Usage: wx PORTAL FOLDER-OF-WX-BRIDGE-JS
class PortalApp : public wxApp {
public:
  bool OnInit() override {
    const wxString portal = argc > 1 ? wxString(argv[1]) : wxString("http://localhost:8080");
    const wxString folder = argc > 2 ? wxString(argv[2]) : wxString(".");
    wxString script;
    wxFFile file(folder + "/wx-bridge.js");
    if (!file.IsOpened() || !file.ReadAll(&script)) return false;
    (new PortalFrame(portal, script))->Show();
    return true;
  }
};

wxIMPLEMENT_APP(PortalApp);
