//! A store of reusable slots: requests and jobs come and go by the million, their memory stays.

/// Slots with a free list; an index stays valid until it is given back.
#[derive(Debug, Default)]
pub struct Slab<T> {
    slots: Vec<T>,
    free: Vec<u32>,
}

impl<T: Default> Slab<T> {
    /// Takes a slot. Its content is whatever its last user left: the caller sets every field.
    pub fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.slots.push(T::default());
            (self.slots.len() - 1) as u32
        })
    }

    /// Gives a slot back.
    pub fn give(&mut self, index: u32) {
        self.free.push(index);
    }
}

impl<T> std::ops::Index<u32> for Slab<T> {
    type Output = T;
    #[inline]
    fn index(&self, index: u32) -> &T {
        &self.slots[index as usize]
    }
}

impl<T> std::ops::IndexMut<u32> for Slab<T> {
    #[inline]
    fn index_mut(&mut self, index: u32) -> &mut T {
        &mut self.slots[index as usize]
    }
}
