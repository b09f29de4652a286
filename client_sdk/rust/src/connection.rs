//! What a connection to the referee is for the rest of the SDK.

use crate::v1::{PlayRequest, PlayResponse};
use std::time::Instant;

/// What comes over a connection.
pub(crate) enum Heard {
    /// The referee says something, and when it came.
    Said(PlayResponse, Instant),
    /// The stream has ended; nothing follows.
    Ended(End),
}

/// How a stream has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The referee ended it.
    InOrder,
    /// It broke, or never stood; why.
    Broken(String),
    /// There is no use in trying again; why.
    Refused(String),
}

/// One stream to the referee, from this end.
pub(crate) trait Connection {
    /// What has come already, if anything has.
    fn heard(&mut self) -> Option<Heard>;

    /// What comes next, however long it takes.
    fn wait(&mut self) -> Heard;

    /// Sends a message; does not wait for it, and is nothing once the stream has ended.
    fn send(&mut self, request: PlayRequest);
}
