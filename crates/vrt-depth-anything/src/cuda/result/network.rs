//! What a result needs to know about its network.

use std::sync::Arc;

use vrt::cuda::Cuda;
use vrt::cuda::cudarc::driver::CudaStream;
use vrt::tensorrt::Session;

use crate::cuda::error::GpuError;
use crate::cuda::work::{Maps, Work};
use crate::{Config, Error, Geometry};

/// A network's tensors, and how its size follows from the picture's.
#[derive(Debug, Clone)]
pub(crate) struct Network {
    /// Name of the network, for messages.
    pub model: String,
    /// Width and height of the input where it is fixed.
    pub fixed: Option<(usize, usize)>,
    /// Name of the input.
    pub input: String,
    /// Names of the outputs: depth, and the sky where there is one.
    pub outputs: [Option<String>; 2],
}

/// The one size that all networks of a batch must have.
pub(super) fn common_size<'a>(mut geometries: impl Iterator<Item = &'a Geometry>) -> Result<(usize, usize), Error> {
    let first = geometries.next().ok_or(GpuError::Empty)?;
    match geometries.find(|geometry| geometry.network() != first.network()) {
        None => Ok(first.network()),
        Some(other) => {
            let pictures = [first.picture(), other.picture()];
            let networks = [first.network(), other.network()];
            Err(GpuError::NetworkSizes { pictures, networks }.into())
        }
    }
}

impl Network {
    /// The sizes that a picture of `(width, height)` goes through.
    pub fn plan(&self, config: &Config, picture: (usize, usize)) -> Result<Geometry, Error> {
        match self.fixed {
            Some(size) => Geometry::fixed(&config.resize, picture, size),
            None => config.resize.plan(picture.0, picture.1, config.max_network_pixels),
        }
    }

    /// What messages call an output.
    pub fn output(&self, index: usize) -> String {
        self.outputs[index].clone().unwrap_or_else(|| ["depth", "sky"][index].to_owned())
    }

    /// The maps of a session that has its shapes, for `batch` pictures of `size` = `(width, height)`.
    pub fn maps(&self, cuda: &Cuda, session: &Session, batch: usize, (width, height): (usize, usize)) -> Result<Maps, Error> {
        for name in self.outputs.iter().flatten() {
            let found = session.shape(name)?;
            if *found != [batch, height, width] && *found != [batch, 1, height, width] {
                let (model, output, found) = (self.model.clone(), name.clone(), found.to_vec());
                return Err(Error::OutputShape { model, output, found, width, height });
            }
        }
        let [depth, sky] = self.outputs.each_ref().map(Option::as_deref);
        Ok(Maps::of_session(cuda, session, (batch, width, height), depth.ok_or(GpuError::Empty)?, sky)?)
    }

    /// Changes the size of the network's input. The frame must not run, and is captured anew.
    pub fn resize(&self, cuda: &Cuda, stream: &Arc<CudaStream>, work: &mut Work, size: (usize, usize)) -> Result<(), Error> {
        let Some((input, session)) = &mut work.network else { return Ok(()) };
        let batch = work.post.shape.batch;
        // Until all of it has its new size, no frame may run: the next one then comes by here again.
        work.post.forget_maps();
        session.set_input_shape(&self.input, &[batch as usize, 3, size.1, size.0])?;
        input.set_target(size, session.address::<f32>(&self.input)?.0)?;
        let maps = self.maps(cuda, session, batch as usize, size)?;
        Ok(work.post.set_maps(stream, (size.0 as u32, size.1 as u32), maps)?)
    }
}
