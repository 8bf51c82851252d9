//! Colour maps as tables of 256 colours.

mod table;

/// A colour map: positions 0..=1 to colours. For depth, 1 is nearest, so near is warm (or bright) with each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Colormap {
    /// Dark blue, cyan, green, yellow, red: a rainbow of even brightness steps (Anton Mikhailov, Google). Shows the most detail.
    #[default]
    Turbo,
    /// Dark violet, teal, yellow: perceptually uniform, also for colour-blind eyes and in print (matplotlib).
    Viridis,
    /// Black, purple, orange, pale yellow: perceptually uniform (matplotlib).
    Magma,
    /// Black to white.
    Grey,
}

impl Colormap {
    /// All colour maps.
    pub const ALL: [Self; 4] = [Self::Turbo, Self::Viridis, Self::Magma, Self::Grey];

    /// Name in command lines and files: `turbo`, `viridis`, `magma`, `grey`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Turbo => "turbo",
            Self::Viridis => "viridis",
            Self::Magma => "magma",
            Self::Grey => "grey",
        }
    }

    /// The 256 colours as RGB, from position 0 to position 1.
    pub fn table(self) -> &'static [[u8; 3]; 256] {
        match self {
            Self::Turbo => &table::TURBO,
            Self::Viridis => &table::VIRIDIS,
            Self::Magma => &table::MAGMA,
            Self::Grey => &GREY,
        }
    }

    /// The colour at a position: entry `floor(256 * position)`, as matplotlib looks it up; positions outside 0..=1 take the nearest end, NaN
    /// the colour at 0.
    ///
    /// ```
    /// use vrt_types::Colormap;
    /// assert_eq!(Colormap::Turbo.color(0.0), [48, 18, 59]);
    /// assert_eq!(Colormap::Turbo.color(1.0), [122, 4, 3]);
    /// assert_eq!(Colormap::Grey.color(0.5), [128, 128, 128]);
    /// ```
    pub fn color(self, position: f32) -> [u8; 3] {
        self.table()[Self::index(f64::from(position))]
    }

    /// The table entry of a position, as [`Colormap::color`] looks it up.
    pub fn index(position: f64) -> usize {
        // `as` saturates, and takes NaN to 0. (By way of `i32`: vector units have no conversion to `usize`.)
        ((position * 256.0) as i32).clamp(0, 255) as usize
    }

    /// The colour of pixels without a valid depth: one that the map itself does not have (mid grey; slate blue for [`Colormap::Grey`]).
    pub fn invalid_color(self) -> [u8; 3] {
        match self {
            Self::Grey => [58, 72, 112],
            _ => [128, 128, 128],
        }
    }
}

impl std::fmt::Display for Colormap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl std::str::FromStr for Colormap {
    type Err = UnknownColormap;

    fn from_str(name: &str) -> Result<Self, UnknownColormap> {
        match name {
            "gray" => Ok(Self::Grey),
            _ => Self::ALL.into_iter().find(|map| map.name() == name).ok_or_else(|| UnknownColormap { name: name.into() }),
        }
    }
}

/// A name that no colour map has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no colour map is called \"{name}\"; there are turbo, viridis, magma and grey")]
pub struct UnknownColormap {
    /// The name given.
    pub name: String,
}

static GREY: [[u8; 3]; 256] = {
    let mut table = [[0; 3]; 256];
    let mut value = 0;
    while value < 256 {
        table[value] = [value as u8; 3];
        value += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for map in Colormap::ALL {
            assert_eq!(map.to_string().parse(), Ok(map));
        }
        assert_eq!("gray".parse(), Ok(Colormap::Grey));
        assert_eq!(
            "jet".parse::<Colormap>().unwrap_err().to_string(),
            "no colour map is called \"jet\"; there are turbo, viridis, magma and grey"
        );
    }

    #[test]
    fn positions_that_are_none_take_an_end() {
        assert_eq!(Colormap::Grey.color(f32::NAN), [0; 3]);
        assert_eq!(Colormap::Grey.color(f32::NEG_INFINITY), [0; 3]);
        assert_eq!(Colormap::Grey.color(f32::INFINITY), [255; 3]);
    }

    #[test]
    fn invalid_colors_stand_apart() {
        for map in Colormap::ALL {
            let apart = |color: &[u8; 3]| (0..3).map(|i| (i32::from(color[i]) - i32::from(map.invalid_color()[i])).abs()).max();
            let nearest = map.table().iter().filter_map(apart).min().unwrap();
            assert!(nearest >= 24, "{map}: {nearest}");
        }
    }
}
