//! Volumes: devices, hosts' disks, files and logical units by name, numbered in the order of appearance.

use super::error::Problem;
use std::collections::BTreeMap;

/// More names than this mean that a wrong column was taken for the volume's, and would take memory without end.
const MOST: usize = 1 << 16;

/// The names so far.
#[derive(Debug, Default)]
pub struct Volumes {
    numbers: BTreeMap<Box<[u8]>, u32>,
    /// The last one asked for: traces stay on a volume for a while.
    last: Vec<u8>,
    last_number: u32,
}

impl Volumes {
    /// The number of a volume.
    #[inline]
    pub fn number(&mut self, name: &[u8]) -> Result<u32, Problem> {
        if self.last == name && !self.numbers.is_empty() {
            return Ok(self.last_number);
        }
        let number = match self.numbers.get(name) {
            Some(&number) => number,
            None if self.numbers.len() == MOST => return Err(Problem::TooManyVolumes),
            None => {
                let number = self.numbers.len() as u32;
                self.numbers.insert(name.into(), number);
                number
            }
        };
        self.last.clear();
        self.last.extend_from_slice(name);
        self.last_number = number;
        Ok(number)
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.numbers.len() as u32
    }
}
