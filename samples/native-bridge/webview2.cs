// Reviewed, not run. The portal in WebView2 (Windows Forms), with chrome.webview as native bridge.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using System.Windows.Forms;
using Microsoft.Web.WebView2.Core;
using Microsoft.Web.WebView2.WinForms;

public sealed class PortalWindow : Form
{
    private const string Portal = "https://passport.kerf.example";
    private const string AppVersion = "2.1.0";

    /// Runs before the scripts of each page, also in frames.
    private const string Script = """
        if (window.top === window) {
          const { webview } = window.chrome
          window.KerfBridge = {
            postMessage: text => webview.postMessage(text),
            addEventListener: (type, listener) => webview.addEventListener(type, listener),
          }
        }
        """;

    private readonly WebView2 view = new() { Dock = DockStyle.Fill };
    private readonly HashSet<string> pending = new();
    private readonly Dictionary<string, Action<string, JsonObject>> calls;
    private string? session;
    private int seq;

    public PortalWindow()
    {
        // A call is answered by Answer or Refuse with its id, now or later, on the thread of the window.
        calls = new()
        {
            ["app.version"] = (id, _) => Answer(id, new JsonObject { ["version"] = AppVersion }),
            ["view.close"] = (id, _) => { Answer(id); BeginInvoke(Close); },
        };
        Controls.Add(view);
        Load += async (_, _) => await StartAsync();
    }

    private async Task StartAsync()
    {
        await view.EnsureCoreWebView2Async();
        var core = view.CoreWebView2;
        core.Settings.AreHostObjectsAllowed = false;
        await core.AddScriptToExecuteOnDocumentCreatedAsync(Script);
        core.WebMessageReceived += (_, received) =>
        {
            // `Source` is the address of the document that posted; frames have an event of their own.
            if (!IsPortal(received.Source)) return;
            try { Receive(received.TryGetWebMessageAsString()); }
            catch (Exception error) when (error is JsonException or ArgumentException or InvalidOperationException) { }
        };
        // Shows the portal only. Links to other sites, and windows, are opened in the browser of the system.
        core.NavigationStarting += (_, starting) =>
        {
            if (IsPortal(starting.Uri)) return;
            starting.Cancel = true;
            OpenOutside(starting.Uri);
        };
        core.NewWindowRequested += (_, requested) =>
        {
            requested.Handled = true;
            OpenOutside(requested.Uri);
        };
        core.PermissionRequested += (_, requested) => requested.State = CoreWebView2PermissionState.Deny;
        core.Navigate($"{Portal}/en/login?p=creative&s=pc&av={AppVersion}&md=full-win");
    }

    private static bool IsPortal(string url) =>
        Uri.TryCreate(url, UriKind.Absolute, out var parsed) && parsed.GetLeftPart(UriPartial.Authority) == Portal;

    private static void OpenOutside(string url)
    {
        if (Uri.TryCreate(url, UriKind.Absolute, out var parsed) && parsed.Scheme is "https" or "http" or "mailto")
            Process.Start(new ProcessStartInfo(parsed.AbsoluteUri) { UseShellExecute = true });
    }

    private void Receive(string text)
    {
        if (JsonNode.Parse(text) is not JsonObject message) return;
        if ((string?)message["source"] != "kerf-portal" || (int?)message["version"] != 1) return;
        var type = (string?)message["type"];
        if (type == "ready") { Start(message); return; }
        if ((string?)message["session"] != session) return;
        switch (type)
        {
            case "call":
                var id = (string)message["id"]!;
                pending.Add(id);
                if (calls.TryGetValue((string)message["method"]!, out var call)) call(id, message["input"]!.AsObject());
                else Refuse(id, "unsupported");
                break;
            case "cancel": pending.Remove((string)message["id"]!); break;
            case "result": SignIn((string?)message["utoken"], (string?)message["ticket"]); break;
            case "close": BeginInvoke(Close); break;
        }
    }

    private void Start(JsonObject message)
    {
        var started = (string?)message["session"];
        if (started != session)
        {
            session = started;
            seq = 0;
            pending.Clear();
        }
        if (message.ContainsKey("nonce")) return;
        var names = new JsonArray();
        foreach (var name in calls.Keys) names.Add(name);
        Deliver(new JsonObject
        {
            ["type"] = "hello",
            ["nonce"] = Guid.NewGuid().ToString(),
            ["calls"] = names,
            ["app"] = new JsonObject { ["version"] = AppVersion, ["system"] = "pc" },
        });
    }

    private void Answer(string id, JsonObject? value = null) =>
        Finish(id, new JsonObject { ["ok"] = true, ["value"] = value ?? new JsonObject() });

    /// `reason`: refused, unsupported, no-device or failed. `text` is shown to the person.
    private void Refuse(string id, string reason, string? text = null)
    {
        var outcome = new JsonObject { ["ok"] = false, ["reason"] = reason };
        if (text is not null) outcome["text"] = text;
        Finish(id, outcome);
    }

    private void Finish(string id, JsonObject message)
    {
        if (!pending.Remove(id)) return;
        message["type"] = "answer";
        message["id"] = id;
        message["session"] = session;
        message["seq"] = seq++;
        Deliver(message);
    }

    private void Deliver(JsonObject message)
    {
        message["source"] = "kerf-host";
        message["version"] = 1;
        if (IsPortal(view.CoreWebView2.Source)) view.CoreWebView2.PostWebMessageAsString(message.ToJsonString());
    }

    private void SignIn(string? token, string? ticket)
    {
        // Keep a token with the Data Protection API; send a ticket to your server.
    }
}
