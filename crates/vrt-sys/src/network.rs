//! What a builder builds: tensors and layers.

use std::ffi::{CStr, c_void};
use std::ptr::NonNull;
use std::rc::Rc;

use crate::builder::BuilderInner;
use crate::dims::Dims;
use crate::enums::{DataType, LayerType};
use crate::error::{Error, Result};
use crate::library::{self, Library};
use crate::object::{self, Owned};
use crate::raw::{Abi, Missing};

/// A network: from an ONNX file through [`crate::OnnxParser`].
#[derive(Debug)]
pub struct NetworkDefinition {
    object: Owned,
    /// After the object: a network goes before its builder.
    pub(crate) builder: Rc<BuilderInner>,
}

impl NetworkDefinition {
    /// # Safety
    /// `object` is an `INetworkDefinition` of `builder`.
    pub(crate) unsafe fn new(object: Owned, builder: Rc<BuilderInner>) -> Self {
        Self { object, builder }
    }

    pub(crate) fn pointer(&self) -> *mut c_void {
        self.object.pointer()
    }

    pub(crate) fn library(&self) -> Library {
        self.object.library()
    }

    fn ask<R>(&self, call: impl FnOnce(Abi, *mut c_void) -> Result<R, Missing>) -> Result<R> {
        Ok(call(self.library().abi(), self.pointer())?)
    }

    /// How many inputs it has.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn input_count(&self) -> Result<i32> {
        // SAFETY: a live network.
        self.ask(|abi, this| unsafe { abi.network_definition_get_nb_inputs(this) })
    }

    /// How many outputs it has.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn output_count(&self) -> Result<i32> {
        // SAFETY: a live network.
        self.ask(|abi, this| unsafe { abi.network_definition_get_nb_outputs(this) })
    }

    /// How many layers it has.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn layer_count(&self) -> Result<i32> {
        // SAFETY: a live network.
        self.ask(|abi, this| unsafe { abi.network_definition_get_nb_layers(this) })
    }

    /// An input.
    ///
    /// # Errors
    /// [`Error::Argument`] for an index that it does not have.
    pub fn input(&self, index: i32) -> Result<Tensor<'_>> {
        let count = self.input_count()?;
        // SAFETY: a live network.
        self.part("input", index, count, |abi, this| unsafe { abi.network_definition_get_input(this, index) }).map(Tensor)
    }

    /// An output.
    ///
    /// # Errors
    /// [`Error::Argument`] for an index that it does not have.
    pub fn output(&self, index: i32) -> Result<Tensor<'_>> {
        let count = self.output_count()?;
        // SAFETY: a live network.
        self.part("output", index, count, |abi, this| unsafe { abi.network_definition_get_output(this, index) }).map(Tensor)
    }

    /// A layer.
    ///
    /// # Errors
    /// [`Error::Argument`] for an index that it does not have.
    pub fn layer(&self, index: i32) -> Result<Layer<'_>> {
        let count = self.layer_count()?;
        // SAFETY: a live network.
        self.part("layer", index, count, |abi, this| unsafe { abi.network_definition_get_layer(this, index) }).map(Layer)
    }

    fn part(
        &self,
        argument: &'static str,
        index: i32,
        count: i32,
        call: impl FnOnce(Abi, *mut c_void) -> Result<*mut c_void, Missing>,
    ) -> Result<Part<'_>> {
        if (0..count).contains(&index)
            && let Some(pointer) = library::live(self.ask(call)?)
        {
            return Ok(Part { pointer, network: self });
        }
        Err(Error::Argument { argument, reason: format!("{index} is not one of the network's {count}") })
    }

    /// All inputs.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn inputs(&self) -> Result<Vec<Tensor<'_>>> {
        (0..self.input_count()?).map(|i| self.input(i)).collect()
    }

    /// All outputs.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn outputs(&self) -> Result<Vec<Tensor<'_>>> {
        (0..self.output_count()?).map(|i| self.output(i)).collect()
    }

    /// All layers.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn layers(&self) -> Result<Vec<Layer<'_>>> {
        (0..self.layer_count()?).map(|i| self.layer(i)).collect()
    }

    /// Makes output `output` of layer `layer` an output of the network.
    ///
    /// # Errors
    /// [`Error::Argument`] for an index that it does not have.
    pub fn mark_output(&mut self, layer: i32, output: i32) -> Result<()> {
        let tensor = self.layer(layer)?.output(output)?.0.pointer;
        // SAFETY: a live network and a tensor of it.
        self.ask(|abi, this| unsafe { abi.network_definition_mark_output(this, tensor.as_ptr()) })
    }

    /// Makes its output number `output` an ordinary tensor again.
    ///
    /// # Errors
    /// [`Error::Argument`] for an index that it does not have.
    pub fn unmark_output(&mut self, output: i32) -> Result<()> {
        let tensor = self.output(output)?.0.pointer;
        // SAFETY: a live network and an output of it.
        self.ask(|abi, this| unsafe { abi.network_definition_unmark_output(this, tensor.as_ptr()) })
    }

    /// Its name, which the engine keeps.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn set_name(&mut self, name: &CStr) -> Result<()> {
        // SAFETY: a live network; TensorRT copies the name.
        self.ask(|abi, this| unsafe { abi.network_definition_set_name(this, name.as_ptr()) })
    }

    /// Its name.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn name(&self) -> Result<String> {
        // SAFETY: a live network; the text is copied at once.
        self.ask(|abi, this| unsafe { Ok(object::string(abi.network_definition_get_name(this)?)) })
    }
}

/// Something that belongs to a network, and lives as long as it.
#[derive(Clone, Copy, Debug)]
struct Part<'n> {
    pointer: NonNull<c_void>,
    network: &'n NetworkDefinition,
}

impl Part<'_> {
    fn ask<R>(&self, call: impl FnOnce(Abi, *mut c_void) -> Result<R, Missing>) -> Result<R> {
        Ok(call(self.network.library().abi(), self.pointer.as_ptr())?)
    }
}

/// A tensor of a network.
#[derive(Clone, Copy, Debug)]
pub struct Tensor<'n>(Part<'n>);

impl Tensor<'_> {
    /// Its name.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn name(&self) -> Result<String> {
        // SAFETY: a live tensor; the text is copied at once.
        self.0.ask(|abi, this| unsafe { Ok(object::string(abi.tensor_get_name(this)?)) })
    }

    /// Its shape; -1 where it is known at run time only. `None` where TensorRT cannot tell how many extents it has.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn shape(&self) -> Result<Option<Dims>> {
        // SAFETY: a live tensor.
        self.0.ask(|abi, this| unsafe { abi.tensor_get_dimensions(this) }).map(Dims::from_raw)
    }

    /// The type of its elements.
    ///
    /// # Errors
    /// [`Error::UnknownConstant`] where TensorRT names a type that this crate does not know.
    pub fn data_type(&self) -> Result<DataType> {
        // SAFETY: a live tensor.
        self.0.network.library().named(self.0.ask(|abi, this| unsafe { abi.tensor_get_type(this) })?)
    }

    /// Whether it is an input of the network.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn is_network_input(&self) -> Result<bool> {
        // SAFETY: a live tensor.
        self.0.ask(|abi, this| unsafe { abi.tensor_is_network_input(this) })
    }

    /// Whether it is an output of the network.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn is_network_output(&self) -> Result<bool> {
        // SAFETY: a live tensor.
        self.0.ask(|abi, this| unsafe { abi.tensor_is_network_output(this) })
    }

    /// Whether its values decide shapes.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn is_shape_tensor(&self) -> Result<bool> {
        // SAFETY: a live tensor.
        self.0.ask(|abi, this| unsafe { abi.tensor_is_shape_tensor(this) })
    }

    /// Asks for the type that the engine takes or gives it in (TensorRT 10 only; in 11 the model decides).
    ///
    /// # Errors
    /// [`Error::Missing`] in other families.
    pub fn set_data_type(&self, data_type: DataType) -> Result<()> {
        let raw = self.0.network.library().constant(data_type)?;
        // SAFETY: a live tensor; networks stay on one thread.
        self.0.ask(|abi, this| unsafe { abi.tensor_set_type(this, raw) })
    }
}

/// A layer of a network.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'n>(Part<'n>);

impl<'n> Layer<'n> {
    /// Its name.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn name(&self) -> Result<String> {
        // SAFETY: a live layer; the text is copied at once.
        self.0.ask(|abi, this| unsafe { Ok(object::string(abi.layer_get_name(this)?)) })
    }

    /// What it computes.
    ///
    /// # Errors
    /// [`Error::UnknownConstant`] where TensorRT names a type that this crate does not know.
    pub fn layer_type(&self) -> Result<LayerType> {
        // SAFETY: a live layer.
        self.0.network.library().named(self.0.ask(|abi, this| unsafe { abi.layer_get_type(this) })?)
    }

    /// How many inputs it has.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn input_count(&self) -> Result<i32> {
        // SAFETY: a live layer.
        self.0.ask(|abi, this| unsafe { abi.layer_get_nb_inputs(this) })
    }

    /// How many outputs it has.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn output_count(&self) -> Result<i32> {
        // SAFETY: a live layer.
        self.0.ask(|abi, this| unsafe { abi.layer_get_nb_outputs(this) })
    }

    /// An output of it.
    ///
    /// # Errors
    /// [`Error::Argument`] for an index that it does not have.
    pub fn output(&self, index: i32) -> Result<Tensor<'n>> {
        let count = self.output_count()?;
        // SAFETY: a live layer and one of its outputs.
        self.tensor("layer output", index, count, |abi, this| unsafe { abi.layer_get_output(this, index) })
    }

    /// An input of it.
    ///
    /// # Errors
    /// [`Error::Argument`] for an index that it does not have, or that is an optional input left out.
    pub fn input(&self, index: i32) -> Result<Tensor<'n>> {
        let count = self.input_count()?;
        // SAFETY: a live layer and one of its inputs.
        self.tensor("layer input", index, count, |abi, this| unsafe { abi.layer_get_input(this, index) })
    }

    fn tensor(
        &self,
        argument: &'static str,
        index: i32,
        count: i32,
        call: impl FnOnce(Abi, *mut c_void) -> Result<*mut c_void, Missing>,
    ) -> Result<Tensor<'n>> {
        if (0..count).contains(&index)
            && let Some(pointer) = library::live(self.0.ask(call)?)
        {
            return Ok(Tensor(Part { pointer, network: self.0.network }));
        }
        Err(Error::Argument { argument, reason: format!("{index} is not one of the layer's {count}") })
    }

    /// The type that output `index` has, as far as it is decided.
    ///
    /// # Errors
    /// [`Error::Argument`] for an index that it does not have.
    pub fn output_type(&self, index: i32) -> Result<DataType> {
        self.output(index)?;
        // SAFETY: a live layer and one of its outputs.
        self.0.network.library().named(self.0.ask(|abi, this| unsafe { abi.layer_get_output_type(this, index) })?)
    }

    /// Asks for the type that an output has (TensorRT 10 only; in 11 the model decides).
    ///
    /// # Errors
    /// [`Error::Missing`] in other families, [`Error::Argument`] for an index that it does not have.
    pub fn set_output_type(&self, index: i32, data_type: DataType) -> Result<()> {
        self.output(index)?;
        let raw = self.0.network.library().constant(data_type)?;
        // SAFETY: a live layer and one of its outputs; networks stay on one thread.
        self.0.ask(|abi, this| unsafe { abi.layer_set_output_type(this, index, raw) })
    }

    /// The precision that was asked for, if any (TensorRT 10 only; in 11 the model decides).
    ///
    /// # Errors
    /// [`Error::Missing`] in other families.
    pub fn precision(&self) -> Result<Option<DataType>> {
        // SAFETY: a live layer.
        if !self.0.ask(|abi, this| unsafe { abi.layer_precision_is_set(this) })? {
            return Ok(None);
        }
        // SAFETY: a live layer.
        self.0.network.library().named(self.0.ask(|abi, this| unsafe { abi.layer_get_precision(this) })?).map(Some)
    }

    /// Asks for the precision that it computes in (TensorRT 10 only; in 11 the model decides). Obeyed with
    /// [`crate::BuilderFlag::ObeyPrecisionConstraints`].
    ///
    /// # Errors
    /// [`Error::Missing`] in other families.
    pub fn set_precision(&self, data_type: DataType) -> Result<()> {
        let raw = self.0.network.library().constant(data_type)?;
        // SAFETY: a live layer; networks stay on one thread.
        self.0.ask(|abi, this| unsafe { abi.layer_set_precision(this, raw) })
    }
}
