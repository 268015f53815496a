//! Tables with a header that names their columns, in any order; and plain lists of ids.
//!
//! Commas, semicolons or tabs separate; with semicolons or tabs a comma is a decimal point. A line must have exactly as many
//! fields as the header has names: a table with a name too many or too few is refused rather than read with shifted columns.

use super::error::{Problem, TraceError};
use super::fields::{
    Parsed, check_range, kernel_operation, operation, scaled, units_to_bytes, unquote, whole, whole_or_hex,
};
use super::volumes::Volumes;
use super::{Op, Record};

/// Columns of the widest table.
const MOST_COLUMNS: usize = 64;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Column {
    /// A time; a unit in ns.
    Time(u64),
    Operation,
    /// An address; a unit in bytes, 0: the cache's blocks.
    Address(u64),
    /// An object's id.
    Id,
    /// A length; a unit in bytes.
    Size(u64),
    /// A part of the volume's name.
    Volume,
    Other,
}

/// The names people use, compared without case and punctuation.
const NAMES: &[(&str, Column)] = &[
    ("time", Column::Time(1_000_000_000)),
    ("timestamp", Column::Time(1_000_000_000)),
    ("ts", Column::Time(1_000_000_000)),
    ("times", Column::Time(1_000_000_000)),
    ("timems", Column::Time(1_000_000)),
    ("timestampms", Column::Time(1_000_000)),
    ("tsms", Column::Time(1_000_000)),
    ("timeus", Column::Time(1_000)),
    ("timestampus", Column::Time(1_000)),
    ("tsus", Column::Time(1_000)),
    ("timens", Column::Time(1)),
    ("timestampns", Column::Time(1)),
    ("tsns", Column::Time(1)),
    ("op", Column::Operation),
    ("operation", Column::Operation),
    ("type", Column::Operation),
    ("rw", Column::Operation),
    ("iotype", Column::Operation),
    ("opcode", Column::Operation),
    ("action", Column::Operation),
    ("rwbs", Column::Operation),
    ("offset", Column::Address(1)),
    ("offsetbytes", Column::Address(1)),
    ("byteoffset", Column::Address(1)),
    ("address", Column::Address(1)),
    ("addr", Column::Address(1)),
    ("lba", Column::Address(512)),
    ("sector", Column::Address(512)),
    ("block", Column::Address(0)),
    ("blockid", Column::Address(0)),
    ("blocknumber", Column::Address(0)),
    ("id", Column::Id),
    ("objid", Column::Id),
    ("objectid", Column::Id),
    ("object", Column::Id),
    ("key", Column::Id),
    ("size", Column::Size(1)),
    ("length", Column::Size(1)),
    ("len", Column::Size(1)),
    ("bytes", Column::Size(1)),
    ("sizebytes", Column::Size(1)),
    ("iosize", Column::Size(1)),
    ("sectors", Column::Size(512)),
    ("volume", Column::Volume),
    ("volumeid", Column::Volume),
    ("device", Column::Volume),
    ("dev", Column::Volume),
    ("deviceid", Column::Volume),
    ("disk", Column::Volume),
    ("disknumber", Column::Volume),
    ("lun", Column::Volume),
    ("asu", Column::Volume),
    ("host", Column::Volume),
    ("hostname", Column::Volume),
    ("file", Column::Volume),
    ("filename", Column::Volume),
];

/// What the header said.
#[derive(Debug)]
pub struct Csv {
    separator: u8,
    columns: Vec<Column>,
    block_bytes: u64,
    /// Whether addresses are ids of objects.
    pub objects: bool,
    /// Whether there is a column of sizes.
    pub has_size: bool,
    name: Vec<u8>,
}

fn column_of(name: &[u8]) -> Column {
    let plain: Vec<u8> =
        unquote(name).iter().filter(|b| b.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
    NAMES.iter().find(|(known, _)| known.as_bytes() == plain).map_or(Column::Other, |&(_, column)| column)
}

impl Csv {
    /// Reads a header. Columns with unknown names are allowed and ignored.
    pub fn from_header(line: &[u8], block_bytes: u64) -> Result<Csv, TraceError> {
        let count = |separator| line.iter().filter(|&&byte| byte == separator).count();
        let separator = if count(b'\t') > 0 {
            b'\t'
        } else if count(b';') > 0 {
            b';'
        } else {
            b','
        };
        let columns: Vec<Column> = line.split(|&byte| byte == separator).map(column_of).collect();
        let named = columns.iter().filter(|&&column| column != Column::Other).count();
        if named == 0 || columns.len() > MOST_COLUMNS {
            return Err(TraceError::NoHeader { columns: columns.len() as u32 });
        }
        let address = columns.iter().position(|column| matches!(column, Column::Address(_)));
        let id = columns.iter().position(|&column| column == Column::Id);
        if address.or(id).is_none() {
            return Err(TraceError::NoAddressColumn);
        }
        let has_size = columns.iter().any(|column| matches!(column, Column::Size(_)));
        Ok(Csv { separator, columns, block_bytes, objects: address.is_none(), has_size, name: Vec::new() })
    }

    /// Reads a line below the header.
    pub fn line(&mut self, line: &[u8], volumes: &mut Volumes) -> Parsed<Record> {
        let mut record = Record { op: Op::Read, object: self.objects, volume: 0, start: 0, bytes: 0, time_ns: 0 };
        let mut fields = 0;
        let mut moves_data = true;
        let mut address_column = 0;
        let mut address_seen = false;
        self.name.clear();
        for field in line.split(|&byte| byte == self.separator) {
            let Some(&column) = self.columns.get(fields) else {
                return Err((fields as u32 + 1, Problem::FieldCount));
            };
            fields += 1;
            let number = fields as u32;
            let field = unquote(field);
            match column {
                Column::Time(unit) => record.time_ns = scaled(field, unit).ok_or((number, Problem::NotANumber))?,
                Column::Operation => match operation(field).or_else(|| kernel_operation(field)) {
                    Some(Some(op)) => record.op = op,
                    Some(None) => moves_data = false,
                    None => return Err((number, Problem::UnknownOperation)),
                },
                Column::Address(unit) if !address_seen => {
                    let value = whole(field).ok_or((number, Problem::NotANumber))?;
                    let unit = if unit == 0 { self.block_bytes } else { unit };
                    record.start = units_to_bytes(value, unit, number)?;
                    address_column = number;
                    address_seen = true;
                }
                Column::Id if self.objects && !address_seen => {
                    record.start = whole_or_hex(field).ok_or((number, Problem::NotANumber))?;
                    address_seen = true;
                }
                Column::Size(unit) => {
                    let value = whole(field).ok_or((number, Problem::NotANumber))?;
                    record.bytes = units_to_bytes(value, unit, number)?;
                }
                Column::Volume => {
                    self.name.push(0);
                    self.name.extend_from_slice(field);
                }
                _ => {}
            }
        }
        if fields != self.columns.len() {
            return Err((fields as u32, Problem::FieldCount));
        }
        if self.objects {
            record.bytes = record.bytes.min(super::LARGEST_RECORD_BYTES);
        } else {
            check_range(record.start, record.bytes, address_column)?;
            moves_data &= record.bytes > 0 || !self.has_size;
        }
        if !moves_data {
            return Ok(None);
        }
        record.volume = volumes.number(&self.name).map_err(|problem| (0, problem))?;
        Ok(Some(record))
    }
}

/// Reads a line of a list of ids.
pub fn id(line: &[u8]) -> Parsed<Record> {
    let field = unquote(line);
    let start = whole_or_hex(field).ok_or((1, Problem::NotANumber))?;
    Ok(Some(Record { op: Op::Read, object: true, volume: 0, start, bytes: 0, time_ns: 0 }))
}
