//! The thread that talks with the referee, over one connection after another.
//!
//! Bots decide on the main thread. Meanwhile this one keeps the connection alive, which a referee
//! tests every few seconds, and takes leave when a signal comes.

use crate::address::Address;
use crate::connection::{Connection, End, Heard};
use crate::error::Error;
use crate::v1::referee_service_client::RefereeServiceClient;
use crate::v1::{self, PlayRequest, bot_entry};
use std::future::pending;
use std::process;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::{self, Handle};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Code, Request, Status};

/// How long a referee gets to end the stream after a goodbye.
const LEAVING_GRACE: Duration = Duration::from_secs(2);

/// With these there is no use in trying again.
const FINAL: [Code; 5] = [
    Code::Unauthenticated,
    Code::PermissionDenied,
    Code::Unimplemented,
    Code::InvalidArgument,
    Code::FailedPrecondition,
];

/// The line to the referee.
pub(crate) struct Line {
    handle: Handle,
    address: Arc<Address>,
    current: Current,
}

/// A connection of the line.
pub(crate) struct Wire {
    heard: Receiver<Heard>,
    outgoing: Outgoing,
}

/// What to send; none ends this side of the stream.
type Outgoing = UnboundedSender<Option<PlayRequest>>;

#[derive(Clone, Default)]
struct Current(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    is_leaving: bool,
    open: Option<(Outgoing, JoinHandle<()>)>,
}

impl Line {
    /// A line to the referee at an address; nothing is dialled yet. SIGTERM and SIGINT end the
    /// process in order from now on.
    pub(crate) fn new(address: Address) -> Result<Self, Error> {
        let (handle, current) =
            (started().map_err(|error| impossible(&error))?, Current::default());
        {
            let _entered = handle.enter();
            leave_at(SignalKind::terminate(), "SIGTERM", &current)?;
            leave_at(SignalKind::interrupt(), "SIGINT", &current)?;
        }
        Ok(Self { handle, address: Arc::new(address), current })
    }

    /// A new connection; where there is none to be had, its end says so.
    pub(crate) fn dial(&self) -> Wire {
        let (outgoing, to_send) = unbounded_channel();
        let (told, heard) = mpsc::channel();
        let talk = talk(Arc::clone(&self.address), to_send, told);
        self.current.lock().open = Some((outgoing.clone(), self.handle.spawn(talk)));
        Wire { heard, outgoing }
    }

    /// Whether a signal is ending the process.
    pub(crate) fn is_leaving(&self) -> bool {
        self.current.lock().is_leaving
    }

    /// Says goodbye over the last connection, and returns when the referee has ended the stream.
    pub(crate) fn leave(&self, reason: &str) {
        self.handle.block_on(self.current.leave(reason));
    }
}

impl Connection for Wire {
    fn heard(&mut self) -> Option<Heard> {
        self.heard.try_recv().ok()
    }

    fn wait(&mut self) -> Heard {
        let gone = || Heard::Ended(End::Broken("the connection is gone".to_owned()));
        self.heard.recv().unwrap_or_else(|_| gone())
    }

    fn send(&mut self, request: PlayRequest) {
        let _ = self.outgoing.send(Some(request));
    }
}

impl Current {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says goodbye and has the referee end the stream; after a grace it is left as it is.
    async fn leave(&self, reason: &str) {
        let open = {
            let mut state = self.lock();
            state.is_leaving = true;
            state.open.take()
        };
        if let Some((outgoing, talk)) = open {
            let _ = outgoing.send(Some(goodbye(reason)));
            let _ = outgoing.send(None);
            let _ = timeout(LEAVING_GRACE, talk).await;
        }
    }
}

/// Starts the thread, and a runtime on it.
fn started() -> std::io::Result<Handle> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let handle = runtime.handle().clone();
    thread::Builder::new()
        .name("line".to_owned())
        .spawn(move || runtime.block_on(pending::<()>()))?;
    Ok(handle)
}

fn impossible(error: &std::io::Error) -> Error {
    Error::Usage(format!("the bot can't run here: {error}"))
}

/// Ends the process in order when a signal comes, even while the bot thinks.
fn leave_at(kind: SignalKind, name: &'static str, current: &Current) -> Result<(), Error> {
    let (mut signal, current) =
        (signal(kind).map_err(|error| impossible(&error))?, current.clone());
    tokio::spawn(async move {
        signal.recv().await;
        current.leave(name).await;
        process::exit(0);
    });
    Ok(())
}

fn goodbye(reason: &str) -> PlayRequest {
    let goodbye = bot_entry::Entry::Goodbye(v1::Goodbye { reason: reason.to_owned() });
    PlayRequest { entries: vec![v1::BotEntry { entry: Some(goodbye) }] }
}

/// Carries messages both ways until the stream has ended.
async fn talk(
    address: Arc<Address>,
    to_send: UnboundedReceiver<Option<PlayRequest>>,
    told: mpsc::Sender<Heard>,
) {
    let end = match listen(&address, to_send, &told).await {
        Ok(()) => End::InOrder,
        Err(status) if FINAL.contains(&status.code()) => End::Refused(status.message().to_owned()),
        Err(status) => End::Broken(format!("{:?}: {}", status.code(), status.message())),
    };
    let _ = told.send(Heard::Ended(end));
}

async fn listen(
    address: &Address,
    to_send: UnboundedReceiver<Option<PlayRequest>>,
    told: &mpsc::Sender<Heard>,
) -> Result<(), Status> {
    let channel = address.connect().await?;
    // The end of a long leg is one message, and a bot has no reason to distrust its referee.
    let mut client = RefereeServiceClient::new(channel).max_decoding_message_size(usize::MAX);
    let mut request = Request::new(UnboundedReceiverStream::new(to_send).map_while(|sent| sent));
    address.sign(&mut request);
    let mut responses = client.play(request).await?.into_inner();
    while let Some(response) = responses.message().await? {
        let _ = told.send(Heard::Said(response, Instant::now()));
    }
    Ok(())
}
