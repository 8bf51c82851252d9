//! What can go wrong between a picture and its depth.

use std::path::PathBuf;

/// Why there is no depth.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No checkpoint has this name.
    #[error("there is no Depth Anything variant named {name:?}; known are {known}")]
    UnknownVariant {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A metadata file can't be read.
    #[error("reading the metadata file {}: {source}", path.display())]
    MetadataFile {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// Metadata is not JSON, or not of the form that is needed.
    #[error("the metadata {name} is not a depth model's \"vrt-model/1\": {problem}")]
    Metadata {
        /// File, or where else the metadata came from.
        name: String,
        /// What is wrong.
        problem: String,
    },
    /// One value of a configuration makes no sense.
    #[error("configuration: {field} is {found}; it must {must}")]
    Config {
        /// Which value, by its name in metadata files.
        field: &'static str,
        /// The value.
        found: String,
        /// What it must do or be.
        must: &'static str,
    },
    /// A picture without pixels.
    #[error("a picture of {width}x{height} has no pixels; give one of at least 1x1")]
    Picture {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
    },
    /// The resize rule asks for a larger network input than allowed, because the picture is very elongated.
    #[error(
        "a picture of {}x{} would become a network input of {}x{}, more than the {max_pixels} pixels allowed; crop the picture to a less \
         elongated part, or raise Config::max_network_pixels (memory grows with the square of the pixels)",
        picture.0, picture.1, network.0, network.1
    )]
    NetworkSize {
        /// Width and height of the picture.
        picture: (usize, usize),
        /// Width and height that the rule asks for; fractional types because they may be astronomical.
        network: (f64, f64),
        /// The limit.
        max_pixels: usize,
    },
    /// The graph's input is not a picture of the size that the configuration names.
    #[error("the model {model} can't be fed: {problem}. Its inputs are: {found}")]
    Input {
        /// Name of the model.
        model: String,
        /// The inputs it has.
        found: String,
        /// Why none fits, and what to do.
        problem: String,
    },
    /// It can't be told which of the graph's outputs is the depth.
    #[error("the outputs of the model {model} can't be told apart: {problem}. They are: {found}")]
    Outputs {
        /// Name of the model.
        model: String,
        /// The outputs it has.
        found: String,
        /// Why none fits, and what to do.
        problem: String,
    },
    /// An output came out of the network with another shape than the input asks for.
    #[error(
        "output {output:?} of the model {model} is {found:?}, but an input of {width}x{height} asks for [1, {height}, {width}] or \
         [1, 1, {height}, {width}]; the graph was probably exported for another size: export it again, or feed the size it was made for"
    )]
    OutputShape {
        /// Name of the model.
        model: String,
        /// Name of the output.
        output: String,
        /// Its shape.
        found: Vec<usize>,
        /// Width of the input.
        width: usize,
        /// Height of the input.
        height: usize,
    },
    /// An output holds NaN or infinite values.
    #[error(
        "output {output:?} of the model {model} has {nan} NaN and {infinite} infinite values of {total}; usually 16-bit arithmetic \
         overflowed: run attention and normalisation layers, or the whole model, in FP32"
    )]
    NotFinite {
        /// Name of the model.
        model: String,
        /// Name of the output.
        output: String,
        /// How many are NaN.
        nan: usize,
        /// How many are infinite.
        infinite: usize,
        /// How many values there are.
        total: usize,
    },
    /// All values of a depth map are equal, which a working network does not give even for a white wall.
    #[error(
        "output {output:?} of the model {model} is {value} at every one of its {total} pixels; the export or its weights are broken \
         (known for some FP16 exports on GPUs): try the FP32 file, or set DepthOptions::accept_flat if this is meant"
    )]
    FlatMap {
        /// Name of the model.
        model: String,
        /// Name of the output.
        output: String,
        /// The value.
        value: f32,
        /// How many values there are.
        total: usize,
    },
    /// A depth is larger than the model can give: the metadata is that of another checkpoint.
    #[error(
        "output {output:?} of the model {model} reaches {found} m, but its metadata says it can't give more than {max_depth} m \
         (output.max_depth); use the metadata of this very checkpoint, or correct the value (Hypersim 20, VKITTI 80)"
    )]
    BeyondMaxDepth {
        /// Name of the model.
        model: String,
        /// Name of the output.
        output: String,
        /// The largest depth found, in metres.
        found: f32,
        /// The largest depth there should be, in metres.
        max_depth: f32,
    },
    /// The model gives metres only for a known focal length.
    #[error(
        "the model {model} gives metres only together with the camera's focal length, and DepthOptions::intrinsics is None; set it, or \
         set Config::output to Output::Relative for depth without a unit"
    )]
    NoIntrinsics {
        /// Name of the model.
        model: String,
    },
    /// The camera's picture has another aspect ratio than the one it is used for.
    #[error(
        "camera intrinsics of {}x{} are used for a picture of {}x{}, which has another aspect ratio; where that picture is a stretched \
         version pass intrinsics.scaled_to({}, {}), where it is a crop subtract the crop's corner from cx and cy",
        camera.0, camera.1, picture.0, picture.1, picture.0, picture.1
    )]
    Aspect {
        /// Width and height that the intrinsics hold for.
        camera: (u32, u32),
        /// Width and height of the picture.
        picture: (u32, u32),
    },
    /// 3-D positions were asked of a map that is not in metres.
    #[error("3-D positions need a map in metres, but this one is in {unit}; use a metric model, or leave FuseOptions::intrinsics out")]
    NotMetric {
        /// Unit of the map.
        unit: &'static str,
    },
    /// A percentile outside 0..=100.
    #[error("percentile {percent} was asked for; percentiles are 0..=100")]
    Percentile {
        /// The one asked for.
        percent: f32,
    },
    /// A mask, picture or list of colours does not belong to the map or points it is used with.
    #[error("{what} of {}x{} does not fit {}x{}; both must be of one size", found.0, found.1, needed.0, needed.1)]
    SizeMismatch {
        /// What does not fit.
        what: &'static str,
        /// Its width and height.
        found: (usize, usize),
        /// Width and height needed.
        needed: (usize, usize),
    },
    /// A point cloud and its colours have different lengths.
    #[error("{points} points were given {colors} colours; give one colour a point, in the same order, or none")]
    Colors {
        /// How many points.
        points: usize,
        /// How many colours.
        colors: usize,
    },
    /// The picture could not be prepared.
    #[error(transparent)]
    Preprocess(#[from] vrt::preprocess::PreprocessError),
    /// A map could not be resampled.
    #[error(transparent)]
    Resample(#[from] vrt::resample::ResampleError),
    /// A result could not be made.
    #[error(transparent)]
    Types(#[from] vrt_types::Error),
    /// The model could not be had by its name.
    #[cfg(feature = "hub")]
    #[error(transparent)]
    Hub(#[from] Box<vrt_hub::Error>),
    /// The network could not be loaded or run.
    #[cfg(feature = "cpu")]
    #[error(transparent)]
    Cpu(#[from] vrt::cpu::CpuError),
    /// The GPU failed, or was given what it can't take.
    #[cfg(feature = "cuda")]
    #[error(transparent)]
    Gpu(#[from] crate::cuda::GpuError),
}

#[cfg(feature = "hub")]
impl From<vrt_hub::Error> for Error {
    fn from(error: vrt_hub::Error) -> Self {
        Self::Hub(Box::new(error))
    }
}
