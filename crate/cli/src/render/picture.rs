//! From SVG to PNG, with a font of our own: the same picture on every machine.

use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// The family that is compiled in; knows every letter and sign of our languages.
pub const FONT: &str = "DejaVu Sans";
/// Twice the size: sharp on dense screens and in print.
const SCALE: f32 = 2.0;

/// The picture's bytes.
pub fn png(svg: &str) -> Result<Vec<u8>, Vec<String>> {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    let options = usvg::Options { fontdb: Arc::new(fonts), font_family: FONT.to_owned(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| vec![format!("picture: {error}")])?;
    let size = tree.size().to_int_size().scale_by(SCALE).unwrap_or(tree.size().to_int_size());
    let mut pixels =
        tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| vec!["picture: no size".to_owned()])?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| vec![format!("picture: {error}")])
}
