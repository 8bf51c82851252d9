use std::path::Path;

use super::*;

const ADA: Sm = Sm { major: 8, minor: 9 };
const ORIN: Sm = Sm { major: 8, minor: 7 };
const TURING: Sm = Sm { major: 7, minor: 5 };

fn model(file: &str) -> OnnxSummary {
    OnnxSummary::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/onnx").join(file)).unwrap()
}

#[test]
fn tensorrt_10_takes_flags() {
    let plan = |asked| Plan::new(asked, Family::Trt10, ADA, &model("plain.onnx"));
    assert_eq!(plan(Precision::Fp32).unwrap(), Plan::F32, "fp32 is without TF32");
    assert_eq!(plan(Precision::Tf32).unwrap(), Plan { tf32: true, ..Plan::F32 });
    assert_eq!(plan(Precision::Fp16).unwrap(), Plan { tf32: true, fp16: true, ..Plan::F32 });
    assert!(matches!(plan(Precision::Int8), Err(PrecisionError::NotQuantized { other: false, .. })));
    assert!(matches!(plan(Precision::Fp8), Err(PrecisionError::NotQuantized { other: false, .. })));
    let int8 = Plan::new(Precision::Int8, Family::Trt10, ADA, &model("qdq.onnx")).unwrap();
    assert_eq!(int8, Plan { tf32: true, fp16: true, int8: true, ..Plan::F32 });
}

#[test]
fn tensorrt_11_never_builds_another_precision_in_silence() {
    for family in [Family::Trt11, Family::Rtx] {
        let plan = |asked, file| Plan::new(asked, family, ADA, &model(file));
        let strong = Plan { strongly_typed: true, ..Plan::F32 };
        assert_eq!(plan(Precision::Fp32, "plain.onnx").unwrap(), strong);
        let error = plan(Precision::Fp16, "plain.onnx").unwrap_err();
        assert!(matches!(error, PrecisionError::ModelSaysOtherwise { found: "fp32", .. }), "{error}");
        assert_eq!(plan(Precision::Fp16, "half.onnx").unwrap(), Plan { tf32: true, ..strong });
        assert!(plan(Precision::Int8, "qdq.onnx").is_ok());
    }
}

#[test]
fn a_model_that_is_half_or_quantised_is_not_called_fp32() {
    let plan = |asked, file| Plan::new(asked, Family::Trt10, ADA, &model(file));
    assert!(matches!(plan(Precision::Fp32, "half.onnx"), Err(PrecisionError::ModelIsHalf { found: Precision::Fp16, .. })));
    assert!(plan(Precision::Fp16, "half.onnx").unwrap().strongly_typed);
    assert!(matches!(plan(Precision::Fp16, "qdq.onnx"), Err(PrecisionError::Quantized { found: Precision::Int8, .. })));
    assert!(matches!(plan(Precision::Fp8, "qdq.onnx"), Err(PrecisionError::NotQuantized { other: true, .. })));
}

#[test]
fn the_gpu_is_asked() {
    let plan = |asked, sm| Plan::new(asked, Family::Trt10, sm, &model("plain.onnx"));
    assert!(matches!(plan(Precision::Bf16, TURING), Err(PrecisionError::Gpu { needed: "8.0", .. })));
    assert!(matches!(plan(Precision::Fp8, ORIN), Err(PrecisionError::Gpu { needed: "8.9", .. })));
    assert!(plan(Precision::Bf16, ORIN).is_ok());
}

#[test]
fn names_go_there_and_back() {
    for precision in Precision::ALL {
        assert_eq!(precision.to_string().parse(), Ok(precision));
        assert_eq!(serde_json::to_string(&precision).unwrap(), format!("\"{precision}\""));
    }
    assert_eq!("FP16".parse(), Ok(Precision::Fp16));
    assert!("half".parse::<Precision>().is_err());
}

/// Layers as TensorRT's documentation shows them ("Engine Inspector").
#[test]
fn the_inspectors_layers_are_counted() {
    let json = r#"{"Layers": [
        {"Name": "node_of_gpu_0/conv1_1", "LayerType": "CaskConvolution",
         "Inputs": [{"Name": "gpu_0/data_0", "Dimensions": [16,3,224,224], "Format/Datatype": "Thirty-two wide channel vectorized row major Int8 format"}],
         "Outputs": [{"Name": "x", "Dimensions": [16,64,112,112], "Format/Datatype": "Thirty-two wide channel vectorized row major Int8 format"}]},
        {"Name": "b", "Outputs": [{"Name": "y", "Format/Datatype": "Row major linear FP16 format"}]},
        {"Name": "c", "Outputs": [{"Name": "z", "Format/Datatype": "Half"}]},
        {"Name": "d", "Outputs": [{"Name": "w", "Format/Datatype": "Row major linear FP32"}]},
        {"Name": "e", "Outputs": []}, "a name only"], "Bindings": []}"#;
    let built = PrecisionBuilt::from_inspector(json);
    assert_eq!(built.to_string(), "fp16 in 2 layers, fp32 in 1, int8 in 1");
    assert_eq!((built.has(Precision::Fp16), built.has(Precision::Bf16)), (Some(true), Some(false)));
    assert_eq!(PrecisionBuilt::from_inspector("{}").has(Precision::Fp16), None);
    assert_eq!(PrecisionBuilt::from_inspector("not json").to_string(), "unknown (the inspector tells nothing)");
}
