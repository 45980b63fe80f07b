// Not compiled. Logs a person in by the browser of the phone (ASWebAuthenticationSession), by AppAuth. The state of the login, with its
// refresh token, is kept in the keychain and stays on this phone.
import AppAuth
import Foundation
import Security
import UIKit

@MainActor
public final class KerfLogin {
  // Register the app with --type native --redirect example.kerf.login:/callback
  private let issuer = URL(string: "https://passport.kerf.example")!
  private let clientId = ""
  private let redirect = URL(string: "example.kerf.login:/callback")!
  /// Kept while the browser is open.
  private var session: OIDExternalUserAgentSession?
  private var state: OIDAuthState? = Keychain.read()

  public enum Outcome {
    case accessToken(String)
    /// The portal or the network is away. The login goes on: try again later.
    case offline
    /// Nobody is logged in: `logIn` starts a login.
    case loggedOut
    case refused
  }

  public init() {}

  /// An access token for the stored login, renewed if it has expired.
  public func accessToken() async -> Outcome {
    guard let state else { return .loggedOut }
    return await withCheckedContinuation { done in
      state.performAction { token, _, error in
        if let error = error as NSError?, error.domain == OIDOAuthTokenErrorDomain {
          // The portal has ended the login.
          self.state = nil
          Keychain.delete()
          return done.resume(returning: .loggedOut)
        }
        guard let token, error == nil else { return done.resume(returning: .offline) }
        // Stored before the access token is used: the refresh token before it ends soon after.
        Keychain.write(state)
        done.resume(returning: .accessToken(token))
      }
    }
  }

  public func logIn(from window: UIViewController) async -> Outcome {
    guard let found = try? await OIDAuthorizationService.discoverConfiguration(forIssuer: issuer) else { return .offline }
    // AppAuth adds state, nonce and PKCE, and compares them.
    let request = OIDAuthorizationRequest(
      configuration: found, clientId: clientId, scopes: [OIDScopeOpenID, OIDScopeEmail, "offline_access"],
      redirectURL: redirect, responseType: OIDResponseTypeCode, additionalParameters: ["prompt": "consent"])
    state = await withCheckedContinuation { done in
      session = OIDAuthState.authState(byPresenting: request, presenting: window) { state, _ in done.resume(returning: state) }
    }
    session = nil
    return state == nil ? .refused : await accessToken()
  }
}

/// One entry for all windows of the app.
private enum Keychain {
  private static let entry: [CFString: Any] = [
    kSecClass: kSecClassGenericPassword, kSecAttrService: "Kerf Passport sample", kSecAttrAccount: "login",
  ]

  static func read() -> OIDAuthState? {
    var found: CFTypeRef?
    let query = entry.merging([kSecReturnData: true]) { $1 }
    guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess, let data = found as? Data else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(ofClass: OIDAuthState.self, from: data)
  }

  static func write(_ state: OIDAuthState) {
    guard let data = try? NSKeyedArchiver.archivedData(withRootObject: state, requiringSecureCoding: true) else { return }
    let changed = SecItemUpdate(entry as CFDictionary, [kSecValueData: data] as CFDictionary)
    guard changed == errSecItemNotFound else { return }
    let added = entry.merging([
      kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ]) { $1 }
    SecItemAdd(added as CFDictionary, nil)
  }

  static func delete() { SecItemDelete(entry as CFDictionary) }
}
