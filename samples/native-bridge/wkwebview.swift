// Reviewed, not run. The portal in a WKWebView, with a script message handler as native bridge.
import WebKit
#if os(macOS)
import AppKit
#else
import UIKit
#endif

final class KerfBridge: NSObject, WKScriptMessageHandler, WKNavigationDelegate, WKUIDelegate {
  private let portal = URL(string: "https://passport.kerf.example")!
  private let version = "2.1.0"
  private var session: String?
  private var seq = 0
  private var pending = Set<String>()
  private(set) var view: WKWebView!

  /// A call is answered by `answer` or `refuse` with its id, now or later.
  private lazy var calls: [String: (_ id: String, _ input: [String: Any]) -> Void] = [
    "app.version": { [unowned self] id, _ in answer(id, ["version": version]) },
    "view.close": { [unowned self] id, _ in
      answer(id)
      close()
    },
  ]
  var close: () -> Void = {}
  var signedIn: (_ token: String?, _ ticket: String?) -> Void = { _, _ in }

  override init() {
    super.init()
    let configuration = WKWebViewConfiguration()
    // The page sees it as webkit.messageHandlers.KerfBridge.
    configuration.userContentController.add(self, name: "KerfBridge")
    view = WKWebView(frame: .zero, configuration: configuration)
    view.navigationDelegate = self
    view.uiDelegate = self
  }

  func load() {
    var page = URLComponents(url: portal.appendingPathComponent("en/login"), resolvingAgainstBaseURL: false)!
    page.queryItems = [("p", "creative"), ("av", version), ("md", "full-win")].map { URLQueryItem(name: $0, value: $1) }
    view.load(URLRequest(url: page.url!))
  }

  private func isPortal(_ url: URL?) -> Bool {
    url?.scheme == portal.scheme && url?.host == portal.host && url?.port == portal.port
  }

  func userContentController(_: WKUserContentController, didReceive received: WKScriptMessage) {
    let origin = received.frameInfo.securityOrigin
    guard received.frameInfo.isMainFrame, origin.protocol == portal.scheme, origin.host == portal.host,
      origin.port == (portal.port ?? 0),
      let text = received.body as? String, let data = text.data(using: .utf8),
      let message = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any],
      message["source"] as? String == "kerf-portal", message["version"] as? Int == 1
    else { return }
    let type = message["type"] as? String
    if type == "ready" { return start(message) }
    guard message["session"] as? String == session else { return }
    switch type {
    case "call":
      guard let id = message["id"] as? String, let method = message["method"] as? String else { return }
      pending.insert(id)
      guard let call = calls[method] else { return refuse(id, "unsupported") }
      call(id, message["input"] as? [String: Any] ?? [:])
    case "cancel": if let id = message["id"] as? String { pending.remove(id) }
    case "result": signedIn(message["utoken"] as? String, message["ticket"] as? String)
    case "close": close()
    default: break
    }
  }

  private func start(_ message: [String: Any]) {
    let started = message["session"] as? String
    if started != session {
      session = started
      seq = 0
      pending.removeAll()
    }
    if message["nonce"] == nil {
      deliver(["type": "hello", "nonce": UUID().uuidString, "calls": Array(calls.keys), "app": ["version": version]])
    }
  }

  func answer(_ id: String, _ value: [String: Any] = [:]) { finish(id, ["ok": true, "value": value]) }

  /// `reason`: refused, unsupported, no-device or failed. `text` is shown to the person.
  func refuse(_ id: String, _ reason: String, _ text: String? = nil) {
    finish(id, ["ok": false, "reason": reason].merging(text.map { ["text": $0] } ?? [:]) { $1 })
  }

  private func finish(_ id: String, _ outcome: [String: Any]) {
    guard pending.remove(id) != nil else { return }
    send(["type": "answer", "id": id].merging(outcome) { $1 })
  }

  func send(_ fields: [String: Any]) {
    guard let session else { return }
    deliver(["session": session, "seq": seq].merging(fields) { $1 })
    seq += 1
  }

  private func deliver(_ fields: [String: Any]) {
    let message = fields.merging(["source": "kerf-host", "version": 1]) { $1 }
    guard isPortal(view.url), let data = try? JSONSerialization.data(withJSONObject: message) else { return }
    // An argument, not a part of the script: nothing has to be escaped.
    view.callAsyncJavaScript(
      "KerfPortal.receive(text)", arguments: ["text": String(decoding: data, as: UTF8.self)], in: nil, in: .page)
  }

  // Shows the portal only. Links to other sites, and windows, are opened in the browser of the system.
  func webView(_: WKWebView, decidePolicyFor action: WKNavigationAction, decisionHandler: @escaping (WKNavigationActionPolicy) -> Void) {
    let isMain = action.targetFrame?.isMainFrame ?? false
    if action.targetFrame != nil && (!isMain || isPortal(action.request.url)) { return decisionHandler(.allow) }
    decisionHandler(.cancel)
    openOutside(action.request.url)
  }

  func webView(_: WKWebView, createWebViewWith _: WKWebViewConfiguration, for action: WKNavigationAction, windowFeatures _: WKWindowFeatures) -> WKWebView? {
    openOutside(action.request.url)
    return nil
  }

  private func openOutside(_ url: URL?) {
    guard let url, ["https", "http", "mailto"].contains(url.scheme) else { return }
    #if os(macOS)
      NSWorkspace.shared.open(url)
    #else
      UIApplication.shared.open(url)
    #endif
  }
}
