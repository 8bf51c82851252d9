// Made by `cargo xtask bindings` from bindings/abi. Do not edit.

pub struct InferFunctions {
    __library: ::libloading::Library,
    pub getInferLibVersion: Result<unsafe extern "C" fn() -> i32, ::libloading::Error>,
    pub createInferRuntime_INTERNAL: Result<
        unsafe extern "C" fn(
            logger: *mut ::core::ffi::c_void,
            version: i32,
        ) -> *mut ::core::ffi::c_void,
        ::libloading::Error,
    >,
    pub getInferLibBuildVersion: Result<
        unsafe extern "C" fn() -> i32,
        ::libloading::Error,
    >,
    pub createInferBuilder_INTERNAL: Result<
        unsafe extern "C" fn(
            logger: *mut ::core::ffi::c_void,
            version: i32,
        ) -> *mut ::core::ffi::c_void,
        ::libloading::Error,
    >,
}
impl InferFunctions {
    pub unsafe fn new<P>(path: P) -> Result<Self, ::libloading::Error>
    where
        P: AsRef<::std::ffi::OsStr>,
    {
        let path = path.as_ref();
        let library = ::libloading::Library::new(path)?;
        Self::from_library(library)
    }
    pub unsafe fn from_library<L>(library: L) -> Result<Self, ::libloading::Error>
    where
        L: Into<::libloading::Library>,
    {
        let __library = library.into();
        let getInferLibVersion = __library.get(b"getInferLibVersion\0").map(|sym| *sym);
        let createInferRuntime_INTERNAL = __library
            .get(b"createInferRuntime_INTERNAL\0")
            .map(|sym| *sym);
        let getInferLibBuildVersion = __library
            .get(b"getInferLibBuildVersion\0")
            .map(|sym| *sym);
        let createInferBuilder_INTERNAL = __library
            .get(b"createInferBuilder_INTERNAL\0")
            .map(|sym| *sym);
        Ok(InferFunctions {
            __library,
            getInferLibVersion,
            createInferRuntime_INTERNAL,
            getInferLibBuildVersion,
            createInferBuilder_INTERNAL,
        })
    }
    pub unsafe fn getInferLibVersion(&self) -> i32 {
        (self.getInferLibVersion.as_ref().expect("Expected function, got error."))()
    }
    pub unsafe fn createInferRuntime_INTERNAL(
        &self,
        logger: *mut ::core::ffi::c_void,
        version: i32,
    ) -> *mut ::core::ffi::c_void {
        (self
            .createInferRuntime_INTERNAL
            .as_ref()
            .expect("Expected function, got error."))(logger, version)
    }
    pub unsafe fn getInferLibBuildVersion(&self) -> i32 {
        (self.getInferLibBuildVersion.as_ref().expect("Expected function, got error."))()
    }
    pub unsafe fn createInferBuilder_INTERNAL(
        &self,
        logger: *mut ::core::ffi::c_void,
        version: i32,
    ) -> *mut ::core::ffi::c_void {
        (self
            .createInferBuilder_INTERNAL
            .as_ref()
            .expect("Expected function, got error."))(logger, version)
    }
}

pub struct ParserFunctions {
    __library: ::libloading::Library,
    pub createNvOnnxParser_INTERNAL: Result<
        unsafe extern "C" fn(
            network: *mut ::core::ffi::c_void,
            logger: *mut ::core::ffi::c_void,
            version: ::core::ffi::c_int,
        ) -> *mut ::core::ffi::c_void,
        ::libloading::Error,
    >,
    pub getNvOnnxParserVersion: Result<
        unsafe extern "C" fn() -> ::core::ffi::c_int,
        ::libloading::Error,
    >,
}
impl ParserFunctions {
    pub unsafe fn new<P>(path: P) -> Result<Self, ::libloading::Error>
    where
        P: AsRef<::std::ffi::OsStr>,
    {
        let path = path.as_ref();
        let library = ::libloading::Library::new(path)?;
        Self::from_library(library)
    }
    pub unsafe fn from_library<L>(library: L) -> Result<Self, ::libloading::Error>
    where
        L: Into<::libloading::Library>,
    {
        let __library = library.into();
        let createNvOnnxParser_INTERNAL = __library
            .get(b"createNvOnnxParser_INTERNAL\0")
            .map(|sym| *sym);
        let getNvOnnxParserVersion = __library
            .get(b"getNvOnnxParserVersion\0")
            .map(|sym| *sym);
        Ok(ParserFunctions {
            __library,
            createNvOnnxParser_INTERNAL,
            getNvOnnxParserVersion,
        })
    }
    pub unsafe fn createNvOnnxParser_INTERNAL(
        &self,
        network: *mut ::core::ffi::c_void,
        logger: *mut ::core::ffi::c_void,
        version: ::core::ffi::c_int,
    ) -> *mut ::core::ffi::c_void {
        (self
            .createNvOnnxParser_INTERNAL
            .as_ref()
            .expect("Expected function, got error."))(network, logger, version)
    }
    pub unsafe fn getNvOnnxParserVersion(&self) -> ::core::ffi::c_int {
        (self.getNvOnnxParserVersion.as_ref().expect("Expected function, got error."))()
    }
}
