//! Splits a streamed response into lines.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;

use crate::error::{Error, chain};
use crate::transport::Streaming;

/// The longest line that is accepted, in bytes.
const LONGEST: usize = 64 << 20;

pub(crate) struct Lines {
    stream: Streaming,
    buffer: BytesMut,
    /// How much of the buffer contains no line end.
    searched: usize,
    ended: bool,
    action: String,
    /// The longest allowed silence.
    silence: Option<Duration>,
}

impl Lines {
    pub(crate) fn new(stream: Streaming, action: &str, silence: Option<Duration>) -> Lines {
        Lines { stream, buffer: BytesMut::new(), searched: 0, ended: false, action: action.to_string(), silence }
    }

    /// The next line without its end; `None` at the end of the response.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, Error> {
        loop {
            if let Some(at) = self.buffer[self.searched..].iter().position(|byte| *byte == b'\n') {
                let line = self.buffer.split_to(self.searched + at);
                let _ = self.buffer.split_to(1);
                self.searched = 0;
                return Ok(Some(line.freeze()));
            }
            self.searched = self.buffer.len();
            if self.searched > LONGEST {
                return Err(self.lost(format!("a line of more than {LONGEST} bytes")));
            }
            if self.ended {
                let rest = self.buffer.split().freeze();
                self.searched = 0;
                return Ok((!rest.is_empty()).then_some(rest));
            }
            self.read().await?;
        }
    }

    /// The response has ended. After a line: the line had no end.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    async fn read(&mut self) -> Result<(), Error> {
        let frame = self.stream.body.frame();
        let frame = match self.silence {
            None => frame.await,
            Some(silence) => match tokio::time::timeout(silence, frame).await {
                Ok(frame) => frame,
                Err(_) => return Err(self.lost(format!("nothing came for {} s", silence.as_secs()))),
            },
        };
        match frame {
            None => self.ended = true,
            Some(Ok(frame)) => {
                if let Ok(data) = frame.into_data() {
                    self.buffer.extend_from_slice(&data);
                }
            }
            Some(Err(error)) => return Err(self.lost(chain(error.as_ref()))),
        }
        Ok(())
    }

    fn lost(&self, message: String) -> Error {
        Error::Unreachable { action: self.action.clone(), message, sent: true }
    }
}
