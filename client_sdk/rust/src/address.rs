//! Where the referee is, as the environment tells.

use crate::error::Error;
use std::time::Duration;
use std::{env, iter};
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

const ADDRESS: &str = "CONQUIAN_ADDRESS";
const TOKEN: &str = "CONQUIAN_TOKEN";
const CA: &str = "CONQUIAN_CA";

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

// A referee that has vanished without a word is noticed over a network only by asking.
const KEEPALIVE_TIME: Duration = Duration::from_secs(30);
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// How the referee is reached.
pub(crate) struct Address {
    text: String,
    endpoint: Endpoint,
    authorization: Option<MetadataValue<Ascii>>,
}

impl Address {
    /// The address that the environment names.
    pub(crate) fn from_environment() -> Result<Self, Error> {
        let [address, token, ca] = [ADDRESS, TOKEN, CA].map(variable);
        Self::new(&address?, &token?, &ca?).map_err(Error::Usage)
    }

    /// An address, an access token and a file of certificates; the last two may be empty.
    fn new(address: &str, token: &str, ca: &str) -> Result<Self, String> {
        let endpoint = if address.is_empty() {
            return Err(format!(
                "no address: a referee starts its bots with {ADDRESS} set; to try your bot, \
                 run `conquian play ./mybot greedy`"
            ));
        } else if address.starts_with("unix:") {
            unix(address, ca)?
        } else {
            network(address, ca)?
        };
        Ok(Self { text: address.to_owned(), endpoint, authorization: authorization(token)? })
    }

    /// Adds the access token, where there is one, to a call.
    pub(crate) fn sign<T>(&self, request: &mut Request<T>) {
        if let Some(authorization) = &self.authorization {
            request.metadata_mut().insert("authorization", authorization.clone());
        }
    }

    /// Opens a channel.
    pub(crate) async fn connect(&self) -> Result<Channel, Status> {
        let in_words = |error| format!("{}: {}", self.text, in_words(&error));
        self.endpoint.connect().await.map_err(|error| Status::unavailable(in_words(error)))
    }
}

fn variable(name: &str) -> Result<String, Error> {
    match env::var(name) {
        Err(env::VarError::NotPresent) => Ok(String::new()),
        value => value.map_err(|error| Error::Usage(format!("{name}: {error}"))),
    }
}

fn unix(address: &str, ca: &str) -> Result<Endpoint, String> {
    if !ca.is_empty() {
        return Err(format!("{CA} is for host:port addresses, not for {address}"));
    }
    Endpoint::from_shared(address.to_owned()).map_err(|_| unreadable(address))
}

fn network(address: &str, ca: &str) -> Result<Endpoint, String> {
    let is_readable = address
        .rsplit_once(':')
        .is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    let scheme = if ca.is_empty() { "http" } else { "https" };
    let endpoint = Endpoint::from_shared(format!("{scheme}://{address}"));
    let endpoint = endpoint
        .ok()
        .filter(|_| is_readable)
        .ok_or_else(|| unreadable(address))?
        .connect_timeout(CONNECT_TIMEOUT)
        .http2_keep_alive_interval(KEEPALIVE_TIME)
        .keep_alive_timeout(KEEPALIVE_TIMEOUT);
    if ca.is_empty() { Ok(endpoint) } else { secured(endpoint, ca) }
}

fn unreadable(address: &str) -> String {
    format!("{ADDRESS} {address:?}: give host:port or unix:/path")
}

#[cfg(feature = "tls")]
fn secured(endpoint: Endpoint, ca: &str) -> Result<Endpoint, String> {
    use tonic::transport::{Certificate, ClientTlsConfig};
    let in_words = |why: &dyn std::error::Error| format!("{CA} {ca:?}: {}", in_words(why));
    let certificates = std::fs::read_to_string(ca).map_err(|error| in_words(&error))?;
    if !certificates.contains("-----BEGIN CERTIFICATE-----") {
        return Err(format!("{CA} {ca:?}: holds no certificate in PEM"));
    }
    let tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(certificates));
    endpoint.tls_config(tls).map_err(|error| in_words(&error))
}

#[cfg(not(feature = "tls"))]
fn secured(_: Endpoint, _: &str) -> Result<Endpoint, String> {
    Err(format!(
        "{CA} is set, and this bot is built without TLS: write \
         conquian = {{ path = \"sdk\", features = [\"tls\"] }} in its Cargo.toml and build it again"
    ))
}

fn authorization(token: &str) -> Result<Option<MetadataValue<Ascii>>, String> {
    if token.is_empty() {
        return Ok(None);
    }
    let bearer = format!("Bearer {token}").parse();
    bearer.map(Some).map_err(|_| format!("{TOKEN} has characters that can't be sent"))
}

/// An error with its causes.
fn in_words(error: &dyn std::error::Error) -> String {
    let causes = iter::successors(Some(error), |error| error.source());
    let mut words: Vec<String> = causes.map(ToString::to_string).collect();
    words.dedup(); // some errors print their cause alone
    words.join(": ")
}

#[cfg(test)]
mod tests {
    use super::Address;

    fn told(address: &str, token: &str, ca: &str) -> String {
        Address::new(address, token, ca).err().unwrap_or_default()
    }

    /// Paths of sockets, names and numbers with a port are addresses.
    #[test]
    fn reads_addresses() {
        for address in ["unix:/tmp/a b.sock", "unix:near", "localhost:5", "127.0.0.1:1", "[::1]:2"]
        {
            assert_eq!(told(address, "", ""), "", "{address}");
        }
    }

    /// What is no address is told with its words and what to give.
    #[test]
    fn refuses_other_addresses() {
        for address in ["localhost", ":5", "a:b", "a:70000", "a b:1"] {
            let words = told(address, "", "");
            assert!(words.contains(address) && words.contains("host:port"), "{words}");
        }
        assert!(told("", "", "").contains("no address"));
    }

    /// A token that no header can carry is refused, and not repeated.
    #[test]
    fn refuses_unsendable_tokens() {
        assert!(told("a:1", "two\nlines", "").starts_with("CONQUIAN_TOKEN has"));
        assert_eq!(told("a:1", "t0ken", ""), "");
    }

    /// Certificates need a build with TLS, a network, and a file that can be read.
    #[test]
    fn tells_of_certificates() {
        let words = told("a:1", "", "/none.pem");
        let is_told = words.contains(if cfg!(feature = "tls") { "/none.pem" } else { "\"tls\"" });
        assert!(is_told, "{words}");
        assert!(told("unix:/a", "", "/none.pem").contains("host:port"));
    }
}
