//! Any policy by its name, chosen once per batch of requests instead of once per request.

use super::{
    Access, Arc, Belady, Clock, Fifo, Lfu, Lirs, Lru, Policy, S3Fifo, SetAssociative, Sieve, Slru, TwoQ, WTinyLfu,
    WithinSet,
};
use std::fmt;
use std::str::FromStr;

/// Declares the kinds, their names and the dispatch over them in one place.
macro_rules! policies {
    ($($kind:ident, $name:literal, $what:literal, $type:ty, $new:expr;)*) => {
        /// The replacement policies there are.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PolicyKind {
            $(#[doc = $what] $kind,)*
        }

        impl PolicyKind {
            /// Every policy, in the order in which they are listed to people.
            pub const ALL: &'static [PolicyKind] = &[$(PolicyKind::$kind,)*];

            /// The name in scenarios, links and on the command line.
            pub fn name(self) -> &'static str {
                match self { $(PolicyKind::$kind => $name,)* }
            }
        }

        /// A cache under any of the policies.
        #[derive(Clone, Debug)]
        pub enum AnyPolicy {
            $(#[doc = $what] $kind($type),)*
        }

        impl AnyPolicy {
            /// A cache of `capacity` blocks, at least one.
            pub fn new(kind: PolicyKind, capacity: usize) -> Self {
                match kind { $(PolicyKind::$kind => AnyPolicy::$kind($new(capacity)),)* }
            }

            /// Which policy it is.
            pub fn kind(&self) -> PolicyKind {
                match self { $(AnyPolicy::$kind(_) => PolicyKind::$kind,)* }
            }
        }

        macro_rules! each {
            ($self:expr, $policy:ident => $do:expr) => {
                match $self { $(AnyPolicy::$kind($policy) => $do,)* }
            };
        }
    };
}

policies! {
    Lru, "lru", "Least recently used.", Lru, Lru::new;
    Fifo, "fifo", "First in, first out.", Fifo, Fifo::new;
    Clock, "clock", "Second chance.", Clock, Clock::new;
    Lfu, "lfu", "Least frequently used.", Lfu, Lfu::new;
    Slru, "slru", "Segmented LRU.", Slru, Slru::new;
    TwoQ, "two-q", "2Q.", TwoQ, TwoQ::new;
    Arc, "arc", "Adaptive replacement.", Arc, Arc::new;
    Lirs, "lirs", "Low inter-reference recency.", Lirs, Lirs::new;
    S3Fifo, "s3-fifo", "Three FIFO queues.", S3Fifo, S3Fifo::new;
    Sieve, "sieve", "A clock whose survivors stay in place.", Sieve, Sieve::new;
    WTinyLfu, "w-tiny-lfu", "LRU window and admission by frequency.", WTinyLfu, WTinyLfu::new;
    SetFifo, "set-fifo", "512-way set-associative, FIFO within a set.", SetAssociative,
        |capacity| SetAssociative::new(capacity, WithinSet::Fifo);
    SetLru, "set-lru", "512-way set-associative, LRU within a set.", SetAssociative,
        |capacity| SetAssociative::new(capacity, WithinSet::Lru);
    Belady, "belady", "The bound that knows the future.", Belady, Belady::new;
}

impl PolicyKind {
    /// Whether a larger cache always holds what a smaller one holds, so that its curve can't rise.
    pub fn is_inclusive(self) -> bool {
        matches!(self, PolicyKind::Lru | PolicyKind::Belady)
    }
}

impl fmt::Display for PolicyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no policy's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPolicy(pub String);

impl fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = PolicyKind::ALL.iter().map(|kind| kind.name()).collect();
        write!(f, "unknown policy {:?}; allowed: {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownPolicy {}

impl FromStr for PolicyKind {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, UnknownPolicy> {
        PolicyKind::ALL.iter().copied().find(|kind| kind.name() == name).ok_or_else(|| UnknownPolicy(name.to_owned()))
    }
}

impl Policy for AnyPolicy {
    fn capacity(&self) -> usize {
        each!(self, policy => policy.capacity())
    }

    fn len(&self) -> usize {
        each!(self, policy => policy.len())
    }

    fn slots(&self) -> usize {
        each!(self, policy => policy.slots())
    }

    fn index_bytes(&self) -> usize {
        each!(self, policy => policy.index_bytes())
    }

    #[inline]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        each!(self, policy => policy.access_hashed(id, hash))
    }

    #[inline]
    fn find_hashed(&self, id: u64, hash: u32) -> u32 {
        each!(self, policy => policy.find_hashed(id, hash))
    }

    #[inline]
    fn id_at(&self, slot: u32) -> u64 {
        each!(self, policy => policy.id_at(slot))
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        each!(self, policy => policy.remove_hashed(id, hash))
    }

    #[inline]
    fn glance(&self, hash: u32) -> u64 {
        each!(self, policy => policy.glance(hash))
    }

    #[inline]
    fn preview(&self, entry: u64) -> u64 {
        each!(self, policy => policy.preview(entry))
    }

    #[inline]
    fn next_use(&mut self, time: u64) {
        each!(self, policy => policy.next_use(time))
    }

    fn run(&mut self, ids: &[u64]) -> u64 {
        each!(self, policy => policy.run(ids))
    }
}
