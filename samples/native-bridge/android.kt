// Reviewed, not run. The portal in an Android WebView, with a web message listener (androidx.webkit) as native bridge.
import android.annotation.SuppressLint
import android.content.Intent
import android.net.Uri
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.webkit.JavaScriptReplyProxy
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import java.util.UUID
import org.json.JSONArray
import org.json.JSONException
import org.json.JSONObject

private const val PORTAL = "https://passport.kerf.example"
private const val VERSION = "2.1.0"

class KerfBridge(
  private val view: WebView,
  private val onSignedIn: (token: String?, ticket: String?) -> Unit,
  private val close: () -> Unit,
) {
  private var session: String? = null
  private var seq = 0
  private val pending = mutableSetOf<String>()

  /** The page that posted last. Answers go to it only, also when the view shows another page meanwhile. */
  private var page: JavaScriptReplyProxy? = null

  /** A call is answered by `answer` or `refuse` with its id, now or later, on the main thread. */
  private val calls: Map<String, (id: String, input: JSONObject) -> Unit> = mapOf(
    "app.version" to { id, _ -> answer(id, JSONObject().put("version", VERSION)) },
    "view.close" to { id, _ -> answer(id); close() },
  )

  @SuppressLint("SetJavaScriptEnabled")
  fun start() {
    // WebView 87 and newer have it.
    check(WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER))
    view.settings.javaScriptEnabled = true
    view.settings.domStorageEnabled = true
    view.settings.allowFileAccess = false
    view.webViewClient = PortalOnly()
    // Exposed to pages of these origins only, before their scripts run.
    WebViewCompat.addWebMessageListener(view, "KerfBridge", setOf(PORTAL)) { _, message, _, isMainFrame, reply ->
      if (isMainFrame) message.data?.let { receive(it, reply) }
    }
    view.loadUrl("$PORTAL/en/login?p=creative&av=$VERSION&md=full-win")
  }

  private fun receive(text: String, from: JavaScriptReplyProxy) {
    val message = try { JSONObject(text) } catch (_: JSONException) { return }
    if (message.optString("source") != "kerf-portal" || message.optInt("version") != 1) return
    page = from
    when (message.optString("type")) {
      "ready" -> {
        val started = message.optString("session")
        if (started != session) { session = started; seq = 0; pending.clear() }
        if (!message.has("nonce")) deliver(
          JSONObject().put("type", "hello").put("nonce", UUID.randomUUID().toString())
            .put("calls", JSONArray(calls.keys)).put("app", JSONObject().put("version", VERSION)),
        )
        return
      }
    }
    if (message.optString("session") != session) return
    when (message.optString("type")) {
      "call" -> {
        val id = message.getString("id")
        pending += id
        val call = calls[message.getString("method")]
        if (call == null) refuse(id, "unsupported") else call(id, message.getJSONObject("input"))
      }
      "cancel" -> pending -= message.getString("id")
      "result" -> onSignedIn(message.textOrNull("utoken"), message.textOrNull("ticket"))
      "close" -> close()
    }
  }

  fun answer(id: String, value: JSONObject = JSONObject()) =
    finish(id, JSONObject().put("ok", true).put("value", value))

  /** `reason`: refused, unsupported, no-device or failed. `text` is shown to the person. */
  fun refuse(id: String, reason: String, text: String? = null) =
    finish(id, JSONObject().put("ok", false).put("reason", reason).putOpt("text", text))

  private fun finish(id: String, outcome: JSONObject) {
    if (pending.remove(id)) send(outcome.put("type", "answer").put("id", id))
  }

  fun send(message: JSONObject) {
    val current = session ?: return
    deliver(message.put("session", current).put("seq", seq++))
  }

  private fun deliver(message: JSONObject) {
    page?.postMessage(message.put("source", "kerf-host").put("version", 1).toString())
  }

  private fun JSONObject.textOrNull(name: String): String? = if (has(name)) getString(name) else null
}

/** Shows the portal only. Links to other sites are opened in the browser. */
private class PortalOnly : WebViewClient() {
  override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
    val url = request.url
    if (!request.isForMainFrame || "${url.scheme}://${url.authority}" == PORTAL) return false
    if (url.scheme in setOf("https", "http", "mailto"))
      view.context.startActivity(Intent(Intent.ACTION_VIEW, Uri.parse(url.toString())).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK))
    return true
  }
}
