//! Cuts a stream of chunks into lines. A line that spans chunks is carried over, up to a limit.

/// The longest line that is kept; file names may be 4 KiB long, nothing else in a trace comes near.
pub const LONGEST_LINE: usize = 64 << 10;

/// A line, or the news that there was one beyond the limit.
pub enum Line<'a> {
    /// Without its line end.
    Text(&'a [u8]),
    /// Its bytes were thrown away.
    TooLong,
}

/// The state between two chunks.
#[derive(Debug, Default)]
pub struct Lines {
    carry: Vec<u8>,
    /// The rest of the current line is being thrown away.
    skipping: bool,
}

impl Lines {
    /// Hands every line that ends in this chunk to `each`; stops at the first error.
    pub fn feed<E>(&mut self, chunk: &[u8], mut each: impl FnMut(Line) -> Result<(), E>) -> Result<(), E> {
        let mut rest = chunk;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let (line, after) = (&rest[..end], &rest[end + 1..]);
            rest = after;
            if self.skipping {
                self.skipping = false;
                each(Line::TooLong)?;
            } else if self.carry.is_empty() {
                each(text(line))?;
            } else {
                self.carry.extend_from_slice(&line[..line.len().min(LONGEST_LINE + 1)]);
                let line = std::mem::take(&mut self.carry);
                let result = each(text(&line));
                self.carry = line;
                self.carry.clear();
                result?;
            }
        }
        if self.skipping {
            return Ok(());
        }
        if self.carry.len() + rest.len() > LONGEST_LINE + 1 {
            self.skipping = true;
            self.carry = Vec::new();
        } else {
            self.carry.extend_from_slice(rest);
        }
        Ok(())
    }

    /// Hands over the last line when no line end follows it.
    pub fn finish<E>(&mut self, mut each: impl FnMut(Line) -> Result<(), E>) -> Result<(), E> {
        if std::mem::take(&mut self.skipping) {
            return each(Line::TooLong);
        }
        let line = std::mem::take(&mut self.carry);
        if line.is_empty() { Ok(()) } else { each(text(&line)) }
    }
}

/// A complete line without the carriage return of a DOS line end.
fn text(line: &[u8]) -> Line<'_> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() > LONGEST_LINE { Line::TooLong } else { Line::Text(line) }
}
