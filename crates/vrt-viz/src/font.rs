//! Fonts: the bundled one, or one of the caller's.

use ab_glyph::{Font as _, FontArc};

use crate::VizError;

static BUNDLED: &[u8] = include_bytes!("../assets/Roboto-Medium-subset.ttf");

/// A font for labels. The bundled one (Roboto Medium, Apache-2.0) has Latin, Greek and Cyrillic letters; for others bring a font that has
/// them. Letters are set one after the other from left to right: scripts that need shaping (Arabic, Devanagari) are not joined.
#[derive(Clone)]
pub struct Font {
    name: String,
    outlines: FontArc,
    units_per_em: f32,
}

impl Font {
    /// The bundled font.
    ///
    /// # Errors
    /// [`VizError::Font`] only if the program's own copy of the font is damaged.
    pub fn bundled() -> Result<Self, VizError> {
        let outlines = FontArc::try_from_slice(BUNDLED).map_err(|error| unreadable("Roboto Medium (bundled)", error))?;
        Self::checked("Roboto Medium (bundled)", outlines)
    }

    /// A TrueType or OpenType font; `name` appears in messages.
    ///
    /// ```no_run
    /// use vrt_viz::{Font, Style};
    /// let font = Font::from_bytes("NotoSansCJK.otf", std::fs::read("NotoSansCJK.otf")?)?;
    /// let style = Style { font: Some(font), ..Style::default() };
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`VizError::Font`] if the bytes are no font, or one without a usable size of its em square.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self, VizError> {
        let outlines = FontArc::try_from_vec(bytes).map_err(|error| unreadable(name, error))?;
        Self::checked(name, outlines)
    }

    fn checked(name: &str, outlines: FontArc) -> Result<Self, VizError> {
        let units_per_em = outlines.units_per_em().filter(|units| units.is_finite() && *units > 0.0);
        let height = outlines.height_unscaled();
        match units_per_em {
            Some(units_per_em) if height.is_finite() && height > 0.0 => Ok(Self { name: name.into(), outlines, units_per_em }),
            _ => Err(VizError::Font { name: name.into(), reason: "its em square or line height has no size".into() }),
        }
    }

    /// Name given to it.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn outlines(&self) -> &FontArc {
        &self.outlines
    }

    /// Line height, in units of the font size (the em).
    pub(crate) fn line_height(&self) -> f32 {
        self.outlines.height_unscaled() / self.units_per_em
    }
}

fn unreadable(name: &str, error: ab_glyph::InvalidFont) -> VizError {
    VizError::Font { name: name.into(), reason: error.to_string() }
}

impl std::fmt::Debug for Font {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Font({})", self.name)
    }
}
