//! The requests of a sample: 4 bytes each, in pieces of a mebibyte. A single vector would need three times what it holds
//! while it grows, for it doubles and copies.

/// Requests of a piece.
const PIECE: usize = 1 << 18;

/// A list that grows at its end.
#[derive(Clone, Debug, Default)]
pub struct Requests {
    /// All full but the last.
    pieces: Vec<Vec<u32>>,
}

impl Requests {
    pub fn len(&self) -> usize {
        self.pieces.last().map_or(0, |last| (self.pieces.len() - 1) * PIECE + last.len())
    }

    #[inline(always)]
    pub fn push(&mut self, request: u32) {
        match self.pieces.last_mut() {
            Some(last) if last.len() < PIECE => last.push(request),
            _ => self.begin_piece(request),
        }
    }

    #[cold]
    fn begin_piece(&mut self, request: u32) {
        // The first one grows as needed: a short trace has no use for a mebibyte.
        let mut piece = if self.pieces.is_empty() { vec![] } else { Vec::with_capacity(PIECE) };
        piece.push(request);
        self.pieces.push(piece);
    }

    pub fn truncate(&mut self, len: usize) {
        self.pieces.truncate(len.div_ceil(PIECE));
        if let Some(last) = self.pieces.last_mut() {
            last.truncate(len - (len - 1) / PIECE * PIECE);
        }
    }

    /// Changes every request, and keeps those for which `keep` says so.
    pub fn retain_mut(&mut self, mut keep: impl FnMut(&mut u32) -> bool) {
        let mut kept = 0;
        for piece in 0..self.pieces.len() {
            for at in 0..self.pieces[piece].len() {
                let mut request = self.pieces[piece][at];
                if keep(&mut request) {
                    self.pieces[kept / PIECE][kept % PIECE] = request;
                    kept += 1;
                }
            }
        }
        self.truncate(kept);
    }

    /// In order, in lists of at most `most`, which divides a piece.
    pub fn chunks(&self, most: usize) -> impl Iterator<Item = &[u32]> {
        self.pieces.iter().flat_map(move |piece| piece.chunks(most))
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u32> {
        self.pieces.iter().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{PIECE, Requests};

    #[test]
    fn behaves_as_a_vector() {
        let count = 2 * PIECE + 7;
        let (mut requests, mut plain) = (Requests::default(), vec![]);
        for request in 0..count as u32 {
            requests.push(request);
            plain.push(request);
        }
        let keep = |request: &mut u32| {
            *request += 1;
            !request.is_multiple_of(3)
        };
        for kept in [count, count / 2, 0] {
            requests.truncate(kept);
            plain.truncate(kept);
            assert_eq!(requests.len(), plain.len());
            assert!(requests.iter().eq(plain.iter().copied()));
            requests.retain_mut(keep);
            plain.retain_mut(keep);
            assert!(requests.iter().rev().eq(plain.iter().rev().copied()));
            assert!(requests.chunks(64).flatten().eq(&plain));
            requests.push(9);
            plain.push(9);
        }
    }
}
