// Logs a person in by the system browser (RFC 8252), with Qt 6. The refresh token is kept in the keychain of the system.
// Debian: apt install g++ pkg-config qt6-base-dev qtkeychain-qt6-dev
//   g++ -std=c++17 -fPIC -o qt-loopback qt-loopback.cpp $(pkg-config --cflags --libs Qt6Gui Qt6Network) -lqt6keychain
#include <QCryptographicHash>
#include <QDesktopServices>
#include <QEventLoop>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QRandomGenerator>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTextStream>
#include <QTimer>
#include <QUrlQuery>
#include <qt6keychain/keychain.h>

// Register the app with --type native --redirect http://127.0.0.1/callback
static const QString ISSUER = qEnvironmentVariable("ISSUER", "https://passport.kerf.example");
static const QString CLIENT_ID = qEnvironmentVariable("CLIENT_ID");
static const QString SERVICE = "Kerf Passport sample";
static const int LOGIN_TIMEOUT_MS = 5 * 60 * 1000;
static const int REQUEST_TIMEOUT_MS = 15 * 1000;

static QTextStream out(stdout);

enum class Outcome { Ok, Refused, Offline };
struct Answer {
  Outcome outcome;
  QJsonObject body;
};

static Answer read(QNetworkReply *reply) {
  QEventLoop loop;
  QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
  loop.exec();
  reply->deleteLater();
  const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
  const QJsonDocument document = QJsonDocument::fromJson(reply->readAll());
  // A proxy of a hotel answers with a page. In each of these cases the login goes on.
  if (status == 0 || status == 429 || status >= 500 || !document.isObject()) return {Outcome::Offline, {}};
  return {status == 200 ? Outcome::Ok : Outcome::Refused, document.object()};
}

static QNetworkRequest requestTo(const QString &path) {
  QNetworkRequest request(QUrl(ISSUER + path));
  request.setTransferTimeout(REQUEST_TIMEOUT_MS);
  request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
  return request;
}

static Answer postToken(QNetworkAccessManager &network, const QMap<QString, QString> &values) {
  QUrlQuery form;
  for (auto it = values.begin(); it != values.end(); ++it) form.addQueryItem(it.key(), it.value());
  QNetworkRequest request = requestTo("/oidc/token");
  request.setHeader(QNetworkRequest::ContentTypeHeader, "application/x-www-form-urlencoded");
  return read(network.post(request, form.toString(QUrl::FullyEncoded).toUtf8()));
}

static bool run(QKeychain::Job &job) {
  QEventLoop loop;
  job.setAutoDelete(false);
  job.setInsecureFallback(false);
  job.setKey(CLIENT_ID);
  QObject::connect(&job, &QKeychain::Job::finished, &loop, &QEventLoop::quit);
  job.start();
  loop.exec();
  return job.error() == QKeychain::NoError;
}

static QString readStored() {
  QKeychain::ReadPasswordJob job(SERVICE);
  return run(job) ? job.textData() : QString();
}

/// Stores the refresh token first: the one before it ends soon after the access token is used.
static QString store(const QJsonObject &tokens) {
  if (tokens.contains("refresh_token")) {
    QKeychain::WritePasswordJob job(SERVICE);
    job.setTextData(tokens["refresh_token"].toString());
    if (!run(job)) out << "No keychain: the login ends with this program." << Qt::endl;
  }
  return tokens["access_token"].toString();
}

static QString randomText() {
  QByteArray bytes(32, Qt::Uninitialized);
  QRandomGenerator::system()->generate(reinterpret_cast<quint32 *>(bytes.data()),
                                       reinterpret_cast<quint32 *>(bytes.data() + bytes.size()));
  return bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

/// The query of the answer to the login with this state; empty after five minutes.
static QUrlQuery receiveAnswer(QTcpServer &server, const QString &state) {
  QUrlQuery received;
  QEventLoop loop;
  QTimer::singleShot(LOGIN_TIMEOUT_MS, &loop, &QEventLoop::quit);
  QObject::connect(&server, &QTcpServer::newConnection, &loop, [&] {
    QTcpSocket *socket = server.nextPendingConnection();
    QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    QObject::connect(socket, &QTcpSocket::readyRead, &loop, [&, socket] {
      if (!socket->canReadLine()) return;
      const QList<QByteArray> line = socket->readLine().split(' ');
      const QUrl url(line.value(1));
      const QUrlQuery query(url);
      // Pages of browsers may call this port, too: only the answer to this login has its state, and the issuer.
      const bool isAnswer = url.path() == "/callback" && query.queryItemValue("state") == state &&
                            query.queryItemValue("iss", QUrl::FullyDecoded) == ISSUER;
      const QByteArray page = isAnswer ? "You can close this window." : "";
      socket->write((isAnswer ? "HTTP/1.1 200 OK" : "HTTP/1.1 404 Not Found") +
                    QByteArray("\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\ncontent-length: ") +
                    QByteArray::number(page.size()) + "\r\n\r\n" + page);
      if (isAnswer) {
        received = query;
        // The page is sent before the program goes on.
        QObject::connect(socket, &QTcpSocket::disconnected, &loop, &QEventLoop::quit);
      }
      socket->disconnectFromHost();
    });
  });
  loop.exec();
  return received;
}

static Answer logIn(QNetworkAccessManager &network) {
  QTcpServer server;
  if (!server.listen(QHostAddress::LocalHost)) return {Outcome::Refused, {}};
  const QString verifier = randomText(), state = randomText();
  const QString redirect = QString("http://127.0.0.1:%1/callback").arg(server.serverPort());
  QUrlQuery query;
  query.addQueryItem("client_id", CLIENT_ID);
  query.addQueryItem("response_type", "code");
  query.addQueryItem("redirect_uri", redirect);
  query.addQueryItem("scope", "openid%20email%20offline_access");
  query.addQueryItem("prompt", "consent");
  query.addQueryItem("state", state);
  query.addQueryItem("code_challenge", QCryptographicHash::hash(verifier.toUtf8(), QCryptographicHash::Sha256)
                                           .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
  query.addQueryItem("code_challenge_method", "S256");
  QUrl address(ISSUER + "/oidc/authorize");
  address.setQuery(query);
  out << "Open this address: " << address.toString(QUrl::FullyEncoded) << Qt::endl;
  QDesktopServices::openUrl(address);
  const QString code = receiveAnswer(server, state).queryItemValue("code");
  if (code.isEmpty()) return {Outcome::Refused, {}};
  return postToken(network, {{"grant_type", "authorization_code"},
                             {"code", code},
                             {"redirect_uri", redirect},
                             {"code_verifier", verifier},
                             {"client_id", CLIENT_ID}});
}

/// Of the stored login. Another window may replace the token while this one is refused: then the new one is tried once.
static Answer renew(QNetworkAccessManager &network) {
  Answer answer{Outcome::Refused, {}};
  QString tried;
  for (QString stored = readStored(); !stored.isEmpty() && stored != tried; stored = readStored()) {
    tried = stored;
    answer = postToken(network, {{"grant_type", "refresh_token"}, {"refresh_token", stored}, {"client_id", CLIENT_ID}});
    if (answer.outcome != Outcome::Refused) break;
    out << "The portal refused: " << answer.body["error_description"].toString() << Qt::endl;
  }
  return answer;
}

int main(int argc, char **argv) {
  QGuiApplication app(argc, argv);
  QNetworkAccessManager network;
  Answer answer = renew(network);
  if (answer.outcome == Outcome::Refused) answer = logIn(network);
  if (answer.outcome == Outcome::Ok) {
    QNetworkRequest request = requestTo("/oidc/userinfo");
    request.setRawHeader("authorization", "Bearer " + store(answer.body).toUtf8());
    answer = read(network.get(request));
  }
  switch (answer.outcome) {
  case Outcome::Ok:
    out << "Hello " << answer.body["email"].toString() << Qt::endl;
    return 0;
  case Outcome::Offline:
    out << "Offline: work goes on, the login too." << Qt::endl;
    return 0;
  case Outcome::Refused:
    out << "The login was refused." << Qt::endl;
    return 1;
  }
}
