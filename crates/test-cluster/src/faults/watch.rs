//! Watches that end or fall silent after some events.

use super::forward::{AnswerBody, Cut};
use super::{answer, forward};
use bytes::Bytes;
use http_body_util::BodyExt;
use http_body_util::channel::{Channel, Sender};
use hyper::body::Incoming;

/// What happens after the last event.
pub(super) enum Ending {
    Cut,
    Orderly,
    Silence,
    Expired,
}

/// Forwards this many events.
pub(super) fn limited(events: Incoming, after: usize, ending: Ending) -> AnswerBody {
    let (sender, body) = Channel::new(1);
    tokio::spawn(pass(events, sender, after, ending));
    body.boxed()
}

async fn pass(mut events: Incoming, mut sender: Sender<Bytes, Cut>, mut left: usize, ending: Ending) {
    while left > 0 {
        let Some(Ok(frame)) = events.frame().await else { return };
        let Ok(mut data) = frame.into_data() else { continue };
        data.truncate(end_of(&data, &mut left));
        if sender.send_data(data).await.is_err() {
            return;
        }
    }
    match ending {
        Ending::Cut => forward::cut(sender).await,
        Ending::Orderly => {}
        // Until the proxy ends.
        Ending::Silence => std::future::pending().await,
        Ending::Expired => {
            let _ = sender.send_data(answer::expired()).await;
        }
    }
}

/// The end of the last of the `left` events, or of all the data. Each event is a line.
fn end_of(data: &[u8], left: &mut usize) -> usize {
    for (at, byte) in data.iter().enumerate() {
        if *byte == b'\n' {
            *left -= 1;
            if *left == 0 {
                return at + 1;
            }
        }
    }
    data.len()
}

#[cfg(test)]
mod tests {
    #[test]
    fn events_are_counted_over_frames() {
        let mut left = 2;
        assert_eq!(super::end_of(b"{\"a\"", &mut left), 4);
        assert_eq!(super::end_of(b": 1}\n{", &mut left), 6);
        assert_eq!(super::end_of(b"}\n{}\n", &mut left), 2);
        assert_eq!(left, 0);
    }
}
