// Not compiled. Module of an Android app: LoginActivity.kt belongs to src/main/kotlin, AndroidManifest.xml to src/main.
plugins {
  id("com.android.application")
  id("org.jetbrains.kotlin.android")
}

android {
  namespace = "example.kerf.login"
  compileSdk = 35
  defaultConfig {
    applicationId = "example.kerf.login"
    minSdk = 24
    targetSdk = 35
    // AppAuth receives the answer at this scheme.
    manifestPlaceholders["appAuthRedirectScheme"] = "example.kerf.login"
  }
}

dependencies {
  implementation("net.openid:appauth:0.11.1")
}
