//! A sweep's table as CSV or Parquet. It is written beside its place and then moved there: a reader never sees half.

use super::grid::{Axis, Grid};
use super::row::{FIGURES, Row, WORDS};
use parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Csv,
    Parquet,
}

impl Format {
    /// By the ending; the command line has refused any other.
    pub fn of(file: &Path) -> Self {
        if file.extension().is_some_and(|ending| ending == "parquet") { Format::Parquet } else { Format::Csv }
    }
}

/// A path that ends in .csv or .parquet.
pub fn out_file(text: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("csv" | "parquet") => Ok(file),
        _ => Err("want a name that ends in .csv or .parquet".to_owned()),
    }
}

/// Writes the table.
pub fn table(out: &Path, format: Format, axes: &[Axis], grid: &Grid, rows: &[Row]) -> Result<(), String> {
    let mut name = out.as_os_str().to_owned();
    name.push(".new");
    let beside = PathBuf::from(name);
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", out.display());
    match format {
        Format::Csv => csv_table(&beside, axes, grid, rows).map_err(|error| told(&error))?,
        Format::Parquet => parquet_table(&beside, axes, grid, rows).map_err(|error| told(&error))?,
    }
    std::fs::rename(&beside, out).map_err(|error| told(&error))
}

fn csv_table(file: &Path, axes: &[Axis], grid: &Grid, rows: &[Row]) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_path(file)?;
    writer.write_record(axes.iter().map(|axis| axis.path.as_str()).chain(FIGURES).chain(WORDS))?;
    for (index, row) in rows.iter().enumerate() {
        let varied = grid.pairs(index).into_iter().map(|(_, value)| value.to_owned());
        let figures = row.figures.iter().map(|figure| figure.map(|figure| figure.to_string()).unwrap_or_default());
        let words = row.words().map(str::to_owned);
        writer.write_record(varied.chain(figures).chain(words))?;
    }
    writer.flush()?;
    Ok(())
}

/// A column of figures, or of words.
enum Column {
    Figures(Vec<Option<f64>>),
    Words(Vec<Option<String>>),
}

/// Varied fields are figures where all their values are.
fn columns(axes: &[Axis], grid: &Grid, rows: &[Row]) -> Vec<(String, Column)> {
    let mut columns = Vec::new();
    for (position, axis) in axes.iter().enumerate() {
        let values = || (0..rows.len()).map(|index| grid.pairs(index)[position].1);
        let numeric = axis.values.iter().all(|value| value.parse::<f64>().is_ok_and(f64::is_finite));
        let column = if numeric {
            Column::Figures(values().map(|value| value.parse().ok()).collect())
        } else {
            Column::Words(values().map(|value| Some(value.to_owned())).collect())
        };
        columns.push((axis.path.clone(), column));
    }
    for (position, name) in FIGURES.iter().enumerate() {
        columns.push(((*name).to_owned(), Column::Figures(rows.iter().map(|row| row.figures[position]).collect())));
    }
    for (position, name) in WORDS.iter().enumerate() {
        let word = |row: &Row| Some(row.words()[position].to_owned()).filter(|word| !word.is_empty());
        columns.push(((*name).to_owned(), Column::Words(rows.iter().map(word).collect())));
    }
    columns
}

fn parquet_table(file: &Path, axes: &[Axis], grid: &Grid, rows: &[Row]) -> Result<(), ParquetError> {
    let columns = columns(axes, grid, rows);
    let fields = columns.iter().map(|(name, column)| {
        let (physical, converted) = match column {
            Column::Figures(_) => (Physical::DOUBLE, ConvertedType::NONE),
            Column::Words(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        };
        let field = Type::primitive_type_builder(name, physical).with_converted_type(converted);
        field.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    });
    let schema = Type::group_type_builder("sweep").with_fields(fields.collect::<Result<_, _>>()?).build()?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let out = BufWriter::new(File::create(file)?);
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for (_, column) in &columns {
        write_column(&mut group, column)?;
    }
    group.close()?;
    writer.close()?;
    Ok(())
}

fn write_column(group: &mut SerializedRowGroupWriter<BufWriter<File>>, column: &Column) -> Result<(), ParquetError> {
    let Some(mut writer) = group.next_column()? else { return Ok(()) };
    match column {
        Column::Figures(values) => {
            let present: Vec<f64> = values.iter().flatten().copied().collect();
            writer.typed::<DoubleType>().write_batch(&present, Some(&levels(values)), None)?;
        }
        Column::Words(values) => {
            let present: Vec<ByteArray> = values.iter().flatten().map(|word| word.as_str().into()).collect();
            writer.typed::<ByteArrayType>().write_batch(&present, Some(&levels(values)), None)?;
        }
    }
    writer.close()
}

/// Parquet's way to say which values are there.
fn levels<T>(values: &[Option<T>]) -> Vec<i16> {
    values.iter().map(|value| i16::from(value.is_some())).collect()
}
