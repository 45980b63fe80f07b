// The portal in Qt WebEngine, with a QWebChannel as native bridge. Qt 6, or 5.15. The same as qt.py, with fewer calls.
#include <QApplication>
#include <QDesktopServices>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QUrlQuery>
#include <QUuid>
#include <QWebChannel>
#include <QWebEnginePage>
#include <QWebEngineProfile>
#include <QWebEngineScript>
#include <QWebEngineScriptCollection>
#include <QWebEngineView>
#include <functional>

static const QString VERSION = QStringLiteral("2.1.0");

static QString originOf(const QUrl &url) {
  return url.adjusted(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment).toString();
}

static void openOutside(const QUrl &url) {
  if (QStringList{"https", "http", "mailto"}.contains(url.scheme())) QDesktopServices::openUrl(url);
}

// A page that the view never shows: its first navigation goes to the browser of the system.
class ExternalPage : public QWebEnginePage {
public:
  using QWebEnginePage::QWebEnginePage;

protected:
  bool acceptNavigationRequest(const QUrl &url, NavigationType, bool) override {
    openOutside(url);
    deleteLater();
    return false;
  }
};

// Shows the portal only. Links to other sites, and windows, are opened in the browser of the system.
class PortalPage : public QWebEnginePage {
public:
  PortalPage(QWebEngineProfile *profile, QString portal, QObject *parent)
      : QWebEnginePage(profile, parent), m_portal(std::move(portal)) {}

protected:
  bool acceptNavigationRequest(const QUrl &url, NavigationType, bool isMainFrame) override {
    if (!isMainFrame || originOf(url) == m_portal || url.scheme() == "about") return true;
    openOutside(url);
    return false;
  }
  QWebEnginePage *createWindow(WebWindowType) override { return new ExternalPage(profile(), this); }

private:
  QString m_portal;
};

// The object of the channel. Everything in it that is a slot, a signal or a property can be used by the page.
class Host : public QObject {
  Q_OBJECT

public:
  // A handler answers by `answer` or `refuse` with the id of the call, now or later, in this thread.
  using Handler = std::function<void(const QString &id, const QJsonObject &input)>;

  Host(QWebEnginePage *page, QString portal, std::function<void(const QJsonObject &)> onEvent)
      : QObject(page), m_page(page), m_portal(std::move(portal)), m_onEvent(std::move(onEvent)) {}

  void handle(const QString &method, Handler handler) { m_handlers[method] = std::move(handler); }

  void answer(const QString &id, const QJsonObject &value = {}) { finish(id, {{"ok", true}, {"value", value}}); }

  // `reason`: refused, unsupported, no-device or failed. `text` is shown to the person.
  void refuse(const QString &id, const QString &reason, const QString &text = {}) {
    QJsonObject outcome{{"ok", false}, {"reason", reason}};
    if (!text.isEmpty()) outcome["text"] = text.left(200);
    finish(id, outcome);
  }

  void send(QJsonObject message) {
    if (m_session.isEmpty()) return;
    message["session"] = m_session;
    message["seq"] = m_seq++;
    deliver(message);
  }

public slots:
  void receive(const QString &text) {
    if (originOf(m_page->url()) != m_portal) return;
    const QJsonObject message = QJsonDocument::fromJson(text.toUtf8()).object();
    if (message["source"] != "kerf-portal" || message["version"] != 1) return;
    const QString type = message["type"].toString(), id = message["id"].toString();
    if (type == "ready") start(message);
    else if (message["session"] != m_session && type != "failed") return;
    else if (type == "call") call(id, message);
    else if (type == "cancel") m_pending.remove(id);
    if (type != "call" && type != "cancel") m_onEvent(message);
  }

signals:
  void message(const QString &text);

private:
  void start(const QJsonObject &ready) {
    const QString session = ready["session"].toString();
    // A new page view: its predecessor no longer waits for answers.
    if (session != m_session) {
      m_session = session;
      m_seq = 0;
      m_pending.clear();
    }
    if (ready.contains("nonce")) return;
    deliver({{"type", "hello"},
             {"nonce", QUuid::createUuid().toString(QUuid::WithoutBraces)},
             {"calls", QJsonArray::fromStringList(m_handlers.keys())},
             {"app", QJsonObject{{"version", VERSION}, {"system", "pc"}}}});
  }

  void call(const QString &id, const QJsonObject &message) {
    m_pending.insert(id);
    const Handler handler = m_handlers.value(message["method"].toString());
    if (handler) handler(id, message["input"].toObject());
    else refuse(id, "unsupported");
  }

  void finish(const QString &id, QJsonObject outcome) {
    if (!m_pending.remove(id)) return;
    outcome["type"] = "answer";
    outcome["id"] = id;
    send(outcome);
  }

  void deliver(QJsonObject content) {
    if (originOf(m_page->url()) != m_portal) return;
    content["source"] = "kerf-host";
    content["version"] = 1;
    emit message(QString::fromUtf8(QJsonDocument(content).toJson(QJsonDocument::Compact)));
  }

  QWebEnginePage *m_page;
  QString m_portal;
  std::function<void(const QJsonObject &)> m_onEvent;
  QMap<QString, Handler> m_handlers;
  QSet<QString> m_pending;
  QString m_session;
  int m_seq = 0;
};

static QString readFile(const QString &path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) qFatal("%s is missing", qPrintable(path));
  return QString::fromUtf8(file.readAll());
}

// Usage: qt PORTAL FOLDER-OF-QT-BRIDGE-JS
int main(int count, char **arguments) {
  QApplication application(count, arguments);
  const QString portal = originOf(QUrl(count > 1 ? arguments[1] : "http://localhost:8080"));
  const QString folder = count > 2 ? arguments[2] : ".";

  QWebEngineView view;
  auto *profile = new QWebEngineProfile("kerf-sample", &view);
  auto *page = new PortalPage(profile, portal, &view);
  view.setPage(page);

  auto *host = new Host(page, portal, [&view](const QJsonObject &message) {
    if (message["type"] == "result") qInfo("signed in: %s", qPrintable(message["uid"].toString()));
    else if (message["type"] == "close") view.close();
  });
  host->handle("app.version", [host](const QString &id, const QJsonObject &) { host->answer(id, {{"version", VERSION}}); });
  host->handle("view.close", [host, &view](const QString &id, const QJsonObject &) {
    host->answer(id);
    view.close();
  });

  auto *channel = new QWebChannel(page);
  channel->registerObject("kerf", host);
  page->setWebChannel(channel);

  QWebEngineScript script;
  script.setSourceCode(readFile(":/qtwebchannel/qwebchannel.js") + "\n" + readFile(folder + "/qt-bridge.js"));
  script.setInjectionPoint(QWebEngineScript::DocumentCreation);
  script.setWorldId(QWebEngineScript::MainWorld);  // the portal must see KerfBridge
  script.setRunsOnSubFrames(false);
  page->scripts().insert(script);

  QUrl url(portal + "/en/login");
  url.setQuery(QUrlQuery{{"p", "creative"}, {"s", "pc"}, {"av", VERSION}, {"md", "full-win"}});
  view.resize(1100, 800);
  view.load(url);
  view.show();
  return application.exec();
}

#include "qt.moc"
