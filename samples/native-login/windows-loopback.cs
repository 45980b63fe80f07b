// Logs a person in by the system browser (RFC 8252) and keeps the refresh token encrypted for the Windows user (DPAPI).
// Windows:  csc /r:System.Web.Extensions.dll /r:System.Security.dll /r:System.Net.Http.dll windows-loopback.cs
// Debian:   mcs -r:System.Web.Extensions -r:System.Security -r:System.Net.Http windows-loopback.cs
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Web.Script.Serialization;

static class WindowsLoopback
{
    // Register the app with --type native --redirect http://127.0.0.1/callback
    static readonly string Issuer = Environment.GetEnvironmentVariable("ISSUER") ?? "https://passport.kerf.example";
    static readonly string ClientId = Environment.GetEnvironmentVariable("CLIENT_ID") ?? "";
    static readonly TimeSpan LoginTimeout = TimeSpan.FromMinutes(5);
    static readonly HttpClient Http = new HttpClient { Timeout = TimeSpan.FromSeconds(15) };
    static readonly JavaScriptSerializer Json = new JavaScriptSerializer();

    /// <summary>The portal or the network is away. The login goes on: keep the token and try again later.</summary>
    sealed class OfflineException : Exception { }

    /// <summary>The portal refused the token: <c>error_description</c> begins with the reason.</summary>
    sealed class RefusedException : Exception { public RefusedException(string reason) : base(reason) { } }

    static int Main()
    {
        try
        {
            string accessToken = Renew() ?? LogIn();
            Console.WriteLine("Hello " + GetJson(Issuer + "/oidc/userinfo", accessToken)["email"]);
            return 0;
        }
        catch (OfflineException)
        {
            Console.WriteLine("Offline: work goes on, the login too.");
            return 0;
        }
        catch (RefusedException error)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }

    /// <summary>An access token for the stored login; null: there is none, or it has ended.</summary>
    static string Renew()
    {
        string tried = null;
        // Another window may replace the token while this one is refused: then try once more with the new one.
        for (string stored = TokenStore.Read(); stored != null && stored != tried; stored = TokenStore.Read())
        {
            tried = stored;
            try
            {
                return Store(Post(new Dictionary<string, string> {
                    { "grant_type", "refresh_token" }, { "refresh_token", stored }, { "client_id", ClientId },
                }));
            }
            catch (RefusedException error)
            {
                Console.Error.WriteLine(error.Message);
            }
        }
        if (tried != null) TokenStore.Delete();
        return null;
    }

    static string LogIn()
    {
        string verifier = RandomText(), state = RandomText();
        int port = FindFreePort();
        string redirect = "http://127.0.0.1:" + port + "/callback";
        string challenge;
        using (var sha = SHA256.Create()) challenge = Base64Url(sha.ComputeHash(Encoding.ASCII.GetBytes(verifier)));
        string address = Issuer + "/oidc/authorize?" + Form(new Dictionary<string, string> {
            { "client_id", ClientId }, { "response_type", "code" }, { "redirect_uri", redirect },
            { "scope", "openid email offline_access" }, { "prompt", "consent" }, { "state", state },
            { "code_challenge", challenge }, { "code_challenge_method", "S256" },
        });
        using (var listener = new HttpListener())
        {
            listener.Prefixes.Add("http://127.0.0.1:" + port + "/");
            listener.Start();
            Console.WriteLine("Open this address: " + address);
            OpenBrowser(address);
            string code = ReceiveCode(listener, state);
            return Store(Post(new Dictionary<string, string> {
                { "grant_type", "authorization_code" }, { "code", code }, { "redirect_uri", redirect },
                { "code_verifier", verifier }, { "client_id", ClientId },
            }));
        }
    }

    static string ReceiveCode(HttpListener listener, string state)
    {
        DateTime until = DateTime.UtcNow + LoginTimeout;
        while (DateTime.UtcNow < until)
        {
            IAsyncResult waiting = listener.BeginGetContext(null, null);
            if (!waiting.AsyncWaitHandle.WaitOne(LoginTimeout)) break;
            HttpListenerContext context = listener.EndGetContext(waiting);
            var query = context.Request.QueryString;
            // Pages of browsers may call this port, too: only the answer to this login has its state, and the issuer.
            bool isAnswer = context.Request.Url.AbsolutePath == "/callback"
                && query["state"] == state && query["iss"] == Issuer;
            context.Response.StatusCode = isAnswer ? 200 : 404;
            byte[] page = Encoding.UTF8.GetBytes(isAnswer ? "You can close this window." : "");
            context.Response.ContentType = "text/plain; charset=utf-8";
            context.Response.Close(page, true);
            if (!isAnswer) continue;
            if (query["code"] != null) return query["code"];
            throw new RefusedException("The login was refused: " + query["error"]);
        }
        throw new RefusedException("Nobody finished the login.");
    }

    static void OpenBrowser(string address)
    {
        try { Process.Start(new ProcessStartInfo(address) { UseShellExecute = true }); }
        catch (Exception) { /* The address is printed. */ }
    }

    /// <summary>Stores the refresh token first: the one before it ends soon after the access token is used.</summary>
    static string Store(Dictionary<string, object> tokens)
    {
        object refreshToken;
        if (tokens.TryGetValue("refresh_token", out refreshToken)) TokenStore.Write((string)refreshToken);
        return (string)tokens["access_token"];
    }

    static Dictionary<string, object> Post(Dictionary<string, string> form)
    {
        return Send(new HttpRequestMessage(HttpMethod.Post, Issuer + "/oidc/token") { Content = new FormUrlEncodedContent(form) });
    }

    static Dictionary<string, object> GetJson(string address, string accessToken)
    {
        var request = new HttpRequestMessage(HttpMethod.Get, address);
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", accessToken);
        return Send(request);
    }

    static Dictionary<string, object> Send(HttpRequestMessage request)
    {
        HttpResponseMessage answer;
        string text;
        try
        {
            answer = Http.SendAsync(request).GetAwaiter().GetResult();
            text = answer.Content.ReadAsStringAsync().GetAwaiter().GetResult();
        }
        catch (Exception error)
        {
            if (error is HttpRequestException || error is OperationCanceledException || error is IOException)
                throw new OfflineException();
            throw;
        }
        int status = (int)answer.StatusCode;
        if (status == 429 || status >= 500) throw new OfflineException();
        Dictionary<string, object> body;
        try { body = Json.Deserialize<Dictionary<string, object>>(text) ?? new Dictionary<string, object>(); }
        // A proxy of a hotel answers with a page.
        catch (Exception) { throw new OfflineException(); }
        if (status == 200) return body;
        object reason;
        if (!body.TryGetValue("error_description", out reason)) body.TryGetValue("error", out reason);
        throw new RefusedException("The portal refused: " + reason);
    }

    static int FindFreePort()
    {
        var probe = new TcpListener(IPAddress.Loopback, 0);
        probe.Start();
        int port = ((IPEndPoint)probe.LocalEndpoint).Port;
        probe.Stop();
        return port;
    }

    static string Form(Dictionary<string, string> values)
    {
        var parts = new List<string>();
        foreach (var pair in values) parts.Add(pair.Key + "=" + Uri.EscapeDataString(pair.Value));
        return string.Join("&", parts);
    }

    static string RandomText()
    {
        var bytes = new byte[32];
        using (var random = RandomNumberGenerator.Create()) random.GetBytes(bytes);
        return Base64Url(bytes);
    }

    static string Base64Url(byte[] bytes)
    {
        return Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');
    }

    /// <summary>One file for all windows of the app. Only this user of this computer can decrypt it.</summary>
    static class TokenStore
    {
        static readonly string Folder = Path.Combine(
            Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData), "KerfPassportSample");
        static readonly string File = Path.Combine(Folder, ClientId + ".bin");

        public static string Read()
        {
            try
            {
                byte[] plain = ProtectedData.Unprotect(System.IO.File.ReadAllBytes(File), null, DataProtectionScope.CurrentUser);
                return Encoding.UTF8.GetString(plain);
            }
            catch (IOException) { return null; }
            catch (CryptographicException) { return null; }
        }

        public static void Write(string token)
        {
            Directory.CreateDirectory(Folder);
            byte[] encrypted = ProtectedData.Protect(Encoding.UTF8.GetBytes(token), null, DataProtectionScope.CurrentUser);
            string next = File + "." + Process.GetCurrentProcess().Id;
            System.IO.File.WriteAllBytes(next, encrypted);
            // Another window reads the old file or the new one, never a part of it.
            if (System.IO.File.Exists(File)) System.IO.File.Replace(next, File, null);
            else System.IO.File.Move(next, File);
        }

        public static void Delete() { System.IO.File.Delete(File); }
    }
}
