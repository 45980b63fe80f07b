// Not compiled. Logs a person in by the browser of the phone (Custom Tabs), by AppAuth. The state of the login, with its refresh token, is
// encrypted by a key that does not leave the phone's keystore.
package example.kerf.login

import android.app.Activity
import android.content.Context
import android.content.Intent
import android.net.Uri
import android.os.Bundle
import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import android.util.Base64
import android.widget.TextView
import java.security.GeneralSecurityException
import java.security.KeyStore
import javax.crypto.Cipher
import javax.crypto.KeyGenerator
import javax.crypto.SecretKey
import javax.crypto.spec.GCMParameterSpec
import net.openid.appauth.AuthState
import net.openid.appauth.AuthorizationException
import net.openid.appauth.AuthorizationRequest
import net.openid.appauth.AuthorizationResponse
import net.openid.appauth.AuthorizationService
import net.openid.appauth.AuthorizationServiceConfiguration
import net.openid.appauth.ResponseTypeValues
import org.json.JSONException

// Register the app with --type native --redirect example.kerf.login:/callback
private const val ISSUER = "https://passport.kerf.example"
private const val CLIENT_ID = ""
private const val LOGIN = 1

class LoginActivity : Activity() {
  private lateinit var browser: AuthorizationService
  private lateinit var store: LoginStore
  private lateinit var text: TextView

  override fun onCreate(saved: Bundle?) {
    super.onCreate(saved)
    browser = AuthorizationService(this)
    store = LoginStore(this)
    text = TextView(this)
    setContentView(text)
    // A turned screen makes a new activity: the browser is open already.
    if (saved == null) store.read()?.let(::useLogin) ?: logIn()
  }

  override fun onDestroy() {
    browser.dispose()
    super.onDestroy()
  }

  private fun logIn() = AuthorizationServiceConfiguration.fetchFromIssuer(Uri.parse(ISSUER)) { found, _ ->
    if (found == null) {
      text.text = "Offline: try again later."
      return@fetchFromIssuer
    }
    // AppAuth adds state, nonce and PKCE, and compares them.
    val redirect = Uri.parse("example.kerf.login:/callback")
    val request = AuthorizationRequest.Builder(found, CLIENT_ID, ResponseTypeValues.CODE, redirect)
      .setScope("openid email offline_access")
      .setPrompt("consent")
      .build()
    startActivityForResult(browser.getAuthorizationRequestIntent(request), LOGIN)
  }

  override fun onActivityResult(request: Int, result: Int, data: Intent?) {
    super.onActivityResult(request, result, data)
    if (request != LOGIN || data == null) return
    val answer = AuthorizationResponse.fromIntent(data)
    val state = AuthState(answer, AuthorizationException.fromIntent(data))
    if (answer == null) {
      text.text = "The login was refused."
      return
    }
    browser.performTokenRequest(answer.createTokenExchangeRequest()) { tokens, error ->
      state.update(tokens, error)
      if (tokens == null) text.text = "The login did not work." else useLogin(state)
    }
  }

  /** Renews the access token if it has expired. */
  private fun useLogin(state: AuthState) = state.performActionWithFreshTokens(browser) { accessToken, _, error ->
    when {
      // The portal has ended the login. Without a network, or on 503, it goes on.
      error != null && error == AuthorizationException.TokenRequestErrors.INVALID_GRANT -> {
        store.delete()
        logIn()
      }
      error != null || accessToken == null -> text.text = "Offline: work goes on, the login too."
      else -> {
        // Stored before the access token is used: the refresh token before it ends soon after.
        store.write(state)
        text.text = "Logged in."
      }
    }
  }
}

/** One entry for all activities of the app. */
private class LoginStore(context: Context) {
  private val preferences = context.getSharedPreferences("login", Context.MODE_PRIVATE)

  fun read(): AuthState? = try {
    preferences.getString("state", null)?.let { AuthState.jsonDeserialize(decrypt(it)) }
  } catch (_: GeneralSecurityException) {
    // The key is gone, as after a restored backup: the person logs in again.
    null
  } catch (_: JSONException) {
    null
  }

  fun write(state: AuthState) {
    // commit, not apply: it is stored when this returns.
    preferences.edit().putString("state", encrypt(state.jsonSerializeString())).commit()
  }

  fun delete() {
    preferences.edit().remove("state").commit()
  }

  private fun encrypt(plain: String): String {
    val cipher = Cipher.getInstance("AES/GCM/NoPadding").apply { init(Cipher.ENCRYPT_MODE, key()) }
    return Base64.encodeToString(cipher.iv + cipher.doFinal(plain.toByteArray()), Base64.NO_WRAP)
  }

  private fun decrypt(text: String): String {
    val bytes = Base64.decode(text, Base64.NO_WRAP)
    val cipher = Cipher.getInstance("AES/GCM/NoPadding")
    cipher.init(Cipher.DECRYPT_MODE, key(), GCMParameterSpec(128, bytes, 0, 12))
    return String(cipher.doFinal(bytes, 12, bytes.size - 12))
  }

  private fun key(): SecretKey {
    val keys = KeyStore.getInstance("AndroidKeyStore").apply { load(null) }
    (keys.getKey("login", null) as SecretKey?)?.let { return it }
    val generator = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, "AndroidKeyStore")
    val purposes = KeyProperties.PURPOSE_ENCRYPT or KeyProperties.PURPOSE_DECRYPT
    generator.init(
      KeyGenParameterSpec.Builder("login", purposes)
        .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
        .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
        .build(),
    )
    return generator.generateKey()
  }
}
