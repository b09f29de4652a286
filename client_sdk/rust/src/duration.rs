//! The one message that the contract takes from elsewhere. Written by hand, since the crate that has
//! it with all its sisters takes as long to build as HTTP does.

/// A span of time, as `google.protobuf.Duration` carries it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, prost::Message)]
pub struct Duration {
    /// Whole seconds.
    #[prost(int64, tag = "1")]
    pub seconds: i64,
    /// The rest, in nanoseconds, of the same sign.
    #[prost(int32, tag = "2")]
    pub nanos: i32,
}

impl From<Duration> for std::time::Duration {
    /// The same span; none where it is negative.
    fn from(span: Duration) -> Self {
        let (Ok(seconds), Ok(nanos)) = (span.seconds.try_into(), span.nanos.try_into()) else {
            return Self::ZERO;
        };
        Self::from_secs(seconds).saturating_add(Self::from_nanos(nanos))
    }
}

#[cfg(test)]
mod tests {
    use super::Duration;
    use std::time::Duration as Span;

    /// A span is read to the nanosecond, and one below zero is none.
    #[test]
    fn reads_spans() {
        let read = |seconds, nanos| Span::from(Duration { seconds, nanos });
        assert_eq!(read(2, 500_000_001), Span::new(2, 500_000_001));
        assert_eq!(read(-1, 0), Span::ZERO);
        assert_eq!(read(0, -5), Span::ZERO);
    }
}
