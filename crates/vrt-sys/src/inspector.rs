//! What an engine is made of.

use crate::context::ExecutionContext;
use crate::engine::CudaEngine;
use crate::enums::LayerInformationFormat;
use crate::error::{Error, Result};
use crate::object::{self, Owned};
use crate::raw::Method;

/// Answers questions about an engine's layers, in as much detail as the engine was built to remember
/// ([`crate::ProfilingVerbosity`]).
#[derive(Debug)]
pub struct EngineInspector {
    object: Owned,
    engine: CudaEngine,
}

// SAFETY: an inspector is used through `&mut self` by one thread at a time and is bound to none.
unsafe impl Send for EngineInspector {}

impl EngineInspector {
    /// # Safety
    /// `object` is an `IEngineInspector` of `engine`.
    pub(crate) unsafe fn new(object: Owned, engine: CudaEngine) -> Self {
        Self { object, engine }
    }

    /// All layers.
    ///
    /// # Errors
    /// [`Error::Call`] where TensorRT gives none.
    pub fn engine_information(&mut self, format: LayerInformationFormat) -> Result<String> {
        let library = self.engine.library();
        let format = library.constant(format)?;
        // SAFETY: a live inspector; the text is copied before the next call on it.
        unsafe {
            let text = library.abi().engine_inspector_get_engine_information(self.object.pointer(), format)?;
            object::optional(text).ok_or(Error::Call { call: Method::EngineInspectorGetEngineInformation.name(), log: Vec::new() })
        }
    }

    /// All layers, with the shapes that are set in `context`.
    ///
    /// # Errors
    /// [`Error::Call`] where TensorRT gives none, or where the context is another engine's.
    pub fn engine_information_for(&mut self, context: &ExecutionContext, format: LayerInformationFormat) -> Result<String> {
        let (library, this) = (self.engine.library(), self.object.pointer());
        // SAFETY: a live inspector and a live context, which is taken away again before this returns.
        library.success(Method::EngineInspectorSetExecutionContext, |abi| unsafe {
            abi.engine_inspector_set_execution_context(this, context.pointer())
        })?;
        let answer = self.engine_information(format);
        // SAFETY: null takes the context away.
        unsafe { library.abi().engine_inspector_set_execution_context(this, std::ptr::null_mut())? };
        answer
    }

    /// One layer.
    ///
    /// # Errors
    /// [`Error::Argument`] for an index that the engine does not have, [`Error::Call`] where TensorRT gives no answer.
    pub fn layer_information(&mut self, layer: i32, format: LayerInformationFormat) -> Result<String> {
        let layers = self.engine.layers()?;
        if !(0..layers).contains(&layer) {
            return Err(Error::Argument { argument: "layer", reason: format!("{layer} is not one of the engine's {layers}") });
        }
        let library = self.engine.library();
        let format = library.constant(format)?;
        // SAFETY: a live inspector; the text is copied before the next call on it.
        unsafe {
            let text = library.abi().engine_inspector_get_layer_information(self.object.pointer(), layer, format)?;
            object::optional(text).ok_or(Error::Call { call: Method::EngineInspectorGetLayerInformation.name(), log: Vec::new() })
        }
    }
}
