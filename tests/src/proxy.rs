//! A reverse proxy as operators run it: the snippet that they are given, with nothing changed but where it listens and
//! what is behind it.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::sync_channel,
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};

use crate::docker::{files, free_port};

/// How long a proxy may take to start.
const PATIENCE: Duration = Duration::from_secs(30);
/// The server behind, as the snippets name it.
const BEHIND: &str = "127.0.0.1:8080";

/// A proxy. Whoever drops it ends it.
#[derive(Debug)]
pub struct Proxy {
    child: Child,
    at: SocketAddr,
}

/// A snippet of `docker/proxies`.
///
/// # Errors
/// If there is none of this name.
pub fn snippet(name: &str) -> anyhow::Result<String> {
    let path = files().join("proxies").join(name);
    fs::read_to_string(&path).with_context(|| path.display().to_string())
}

/// Replaces what stands in a text exactly once.
///
/// # Errors
/// If it stands there otherwise: then a snippet is not what a test takes it for.
pub fn changed(text: &str, from: &str, to: &str) -> anyhow::Result<String> {
    ensure!(text.matches(from).count() == 1, "{from:?} stands not once in:\n{text}");
    Ok(text.replace(from, to))
}

impl Proxy {
    /// nginx with this configuration of a site, which listens on port 80.
    ///
    /// # Errors
    /// If it does not start.
    pub fn nginx(site: &str, behind: SocketAddr, folder: &Path) -> anyhow::Result<Self> {
        let at = SocketAddr::from(([127, 0, 0, 1], free_port()?));
        let site = changed(site, "listen 80;", &format!("listen {at};"))?;
        let site = changed(&site, BEHIND, &behind.to_string())?;
        fs::write(folder.join("site.conf"), site)?;
        let place = folder.display();
        // What Debian's nginx.conf has around a site, in a folder of its own.
        let whole = format!(
            "daemon off;\npid {place}/pid;\nerror_log stderr notice;\nworker_processes 1;\n{}\
             events {{}}\nhttp {{\naccess_log off;\nclient_body_temp_path {place}/body;\nproxy_temp_path {place}/proxy;\n\
             fastcgi_temp_path {place}/fastcgi;\nuwsgi_temp_path {place}/uwsgi;\nscgi_temp_path {place}/scgi;\n\
             include {place}/site.conf;\n}}\n",
            // Only root may choose who the workers are, and the folder belongs to whoever runs this.
            if is_root()? { "user root;\n" } else { "" },
        );
        fs::write(folder.join("nginx.conf"), whole)?;
        let mut nginx = Command::new("nginx");
        nginx.arg("-e").arg("stderr").arg("-c").arg(folder.join("nginx.conf"));
        Self::start(nginx, at, "start worker process ")
    }

    /// Caddy with this site.
    ///
    /// # Errors
    /// If it does not start.
    pub fn caddy(site: &str, behind: SocketAddr, folder: &Path) -> anyhow::Result<Self> {
        let at = SocketAddr::from(([127, 0, 0, 1], free_port()?));
        // Without a name there is no certificate to be had.
        let site = changed(site, "chowk.example.org {", &format!("http://{at} {{"))?;
        let site = changed(&site, BEHIND, &behind.to_string())?;
        let file = folder.join("Caddyfile");
        fs::write(&file, format!("{{\n\tadmin off\n}}\n{site}"))?;
        let mut caddy = Command::new("caddy");
        caddy
            .args(["run", "--adapter", "caddyfile", "--config"])
            .arg(file)
            .env("XDG_DATA_HOME", folder)
            .env("XDG_CONFIG_HOME", folder);
        Self::start(caddy, at, "serving initial configuration")
    }

    fn start(mut command: Command, at: SocketAddr, there: &'static str) -> anyhow::Result<Self> {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("{:?} (Debian: nginx, caddy)", command.get_program()))?;
        let said = BufReader::new(child.stderr.take().context("no standard error")?);
        let (told, hear) = sync_channel(1);
        // This thread ends when the proxy does.
        std::thread::spawn(move || {
            let mut all = String::new();
            for line in said.lines().map_while(Result::ok) {
                if line.contains(there) {
                    let _ = told.try_send(Ok(()));
                }
                all = line;
            }
            let _ = told.try_send(Err(all));
        });
        let proxy = Self { child, at };
        match hear.recv_timeout(PATIENCE) {
            Ok(Ok(())) => Ok(proxy),
            Ok(Err(last)) => bail!("the proxy ended before it served: {last}"),
            Err(_) => bail!("the proxy did not start within {} s", PATIENCE.as_secs()),
        }
    }

    /// Where it listens.
    pub fn at(&self) -> SocketAddr {
        self.at
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let pid = self.child.id().to_string();
        // A word that lets nginx end its workers too.
        let _ = Command::new("kill").args(["-TERM", &pid]).status();
        let _ = self.child.wait();
    }
}

fn is_root() -> anyhow::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    Ok(fs::metadata("/proc/self")?.uid() == 0)
}
