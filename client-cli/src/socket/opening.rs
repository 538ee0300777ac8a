//! How a socket is opened: small buffers, no waiting for more to send, and an end to patience.

use std::time::Duration;

use tokio::time::timeout;
use tokio_tungstenite::{
    client_async_with_config,
    tungstenite::{Error, protocol::WebSocketConfig},
};

use super::Socket;
use crate::{address::Address, cable::Cable};

/// How long opening a socket may take.
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);
/// Most bytes of a message from a server: a catch-up of 256 diffs is some 500 kB.
const MESSAGE_MAX: usize = 4 << 20;
/// tungstenite fills its whole read buffer with zeros at each read; with its default of 128 KiB that costs more than
/// all the rest of a client.
const READ_BUFFER: usize = 4096;

/// How every socket of ours is set up.
pub fn socket_config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .max_message_size(Some(MESSAGE_MAX))
        .max_frame_size(Some(MESSAGE_MAX))
}

/// Opens a socket.
pub(super) async fn open(address: Address) -> Result<Socket, Error> {
    let connecting = async {
        let cable = Cable::open(&address).await?;
        let (socket, _) = client_async_with_config(address.socket_url(), cable, Some(socket_config())).await?;
        Ok(socket)
    };
    timeout(CONNECT_PATIENCE, connecting)
        .await
        .unwrap_or(Err(Error::ConnectionClosed))
}

/// Why a socket could not be opened, for people.
pub(super) fn sentence(error: &Error) -> String {
    if let Error::Io(error) = error {
        if error.kind() == std::io::ErrorKind::InvalidData {
            return error.to_string();
        }
        return format!("nobody answers there ({error})");
    }
    if let Error::Http(response) = error {
        return format!("the server there answers {} and no WebSocket", response.status());
    }
    if matches!(error, Error::ConnectionClosed) {
        return format!("no answer within {} s", CONNECT_PATIENCE.as_secs());
    }
    error.to_string()
}
