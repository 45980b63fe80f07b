// swift-tools-version:5.9
// Not compiled. Add this package to an app; its Info.plist names the URL scheme example.kerf.login.
import PackageDescription

let package = Package(
  name: "KerfLogin",
  platforms: [.iOS(.v15)],
  products: [.library(name: "KerfLogin", targets: ["KerfLogin"])],
  dependencies: [.package(url: "https://github.com/openid/AppAuth-iOS.git", exact: "1.7.6")],
  targets: [.target(name: "KerfLogin", dependencies: [.product(name: "AppAuth", package: "AppAuth-iOS")], path: ".")]
)
