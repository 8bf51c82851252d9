//! Are the outputs right, and the same from two threads?

use serde_json::json;
use vrt::tensorrt::{Agreement, HostTensor, Session};

use crate::{Built, Outcome};

/// Outputs beside those of ONNX Runtime.
pub fn compare(built: &Built) -> Outcome {
    let golden = built.model.golden(built.precision)?;
    if golden.inputs.is_empty() {
        return Err("the plan has no inputs for this model".into());
    }
    let engine = &built.engine.engine;
    let mut session = Session::new(engine, &engine.cuda().new_stream()?)?;
    let plain = session.run(&golden.inputs)?;
    session.capture()?;
    let graph = session.run(&golden.inputs)?;
    let mut outputs = Vec::new();
    for (name, output) in &plain {
        let expected = golden.expected.iter().find(|(expected, _)| expected == name).map(|(_, tensor)| tensor);
        let Some(expected) = expected else { continue };
        let Agreement { relative_error, largest_error, cosine } = Agreement::of(output.values(), expected.values());
        let same_by_graph = graph.iter().any(|(graph, tensor)| graph == name && same(tensor, output));
        outputs.push(json!({
            "output": name, "tensor": output.to_string(), "relative_error": relative_error, "largest_error": largest_error,
            "cosine": cosine, "graph_bit_equal": same_by_graph,
        }));
    }
    Ok(json!(outputs))
}

/// Bit by bit, so that NaN equals NaN.
fn same(a: &HostTensor, b: &HostTensor) -> bool {
    let bits = |tensor: &HostTensor| tensor.values().to_f64().iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    a.shape() == b.shape() && bits(a) == bits(b)
}

/// Two sessions in two threads at once give what one gives alone.
pub fn two_threads(built: &Built) -> Outcome {
    let golden = built.model.golden(built.precision)?;
    let engine = &built.engine.engine;
    let mut alone = Session::new(engine, &engine.cuda().new_stream()?)?;
    let expected = alone.run(&golden.inputs)?;
    let frames = 200;
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let (engine, inputs, expected) = (engine.clone(), golden.inputs.clone(), expected.clone());
            std::thread::spawn(move || -> Result<usize, String> {
                let stream = engine.cuda().new_stream().map_err(|error| error.to_string())?;
                let mut session = Session::new(&engine, &stream).map_err(|error| error.to_string())?;
                let mut wrong = 0;
                for _ in 0..frames {
                    let outputs = session.run(&inputs).map_err(|error| error.to_string())?;
                    let equal = outputs.iter().zip(&expected).all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1));
                    wrong += usize::from(!equal);
                }
                Ok(wrong)
            })
        })
        .collect();
    let mut wrong = Vec::new();
    for thread in threads {
        wrong.push(thread.join().map_err(|_| "a thread panicked")??);
    }
    if wrong == [0, 0] {
        Ok(json!({"threads": 2, "frames_each": frames, "different": 0}))
    } else {
        Err(format!("frames that differ from one session alone: {wrong:?} of {frames}").into())
    }
}
