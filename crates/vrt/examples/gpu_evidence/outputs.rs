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

/// Outputs of a detector beside those of ONNX Runtime, query by query. Its queries are the best of many places in the picture: where scores
/// are nearly equal, as with random weights, rounding decides which come and in which order. So each query is compared with the one whose
/// box (an output of four numbers a query) is nearest, and how many are nearer than 0.01 of the picture is told.
pub fn queries(built: &Built) -> Outcome {
    let golden = built.model.golden(built.precision)?;
    let mut session = Session::new(&built.engine.engine, &built.engine.engine.cuda().new_stream()?)?;
    let found = session.run(&golden.inputs)?;
    let of = |outputs: &[(String, HostTensor)], name: &str| -> Option<(usize, Vec<f64>)> {
        let tensor = &outputs.iter().find(|(other, _)| other == name)?.1;
        Some((*tensor.shape().get(1)?, tensor.values().to_f64()))
    };
    let boxes = golden.expected.iter().find(|(_, tensor)| tensor.shape().len() == 3 && tensor.shape()[2] == 4).ok_or("no boxes")?;
    let (count, expected) = of(&golden.expected, &boxes.0).ok_or("no boxes")?;
    let (_, others) = of(&found, &boxes.0).ok_or("no boxes were found")?;
    let distance = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    let twins: Vec<(usize, usize)> = expected
        .chunks(4)
        .enumerate()
        .filter_map(|(query, one)| {
            let near = others.chunks(4).enumerate().map(|(other, two)| (distance(one, two), other)).min_by(|a, b| a.0.total_cmp(&b.0))?;
            (near.0 < 0.01).then_some((query, near.1))
        })
        .collect();
    let mut outputs = Vec::new();
    for (name, _) in &golden.expected {
        let ((_, expected), (_, found)) = (of(&golden.expected, name).ok_or("no output")?, of(&found, name).ok_or("no output")?);
        let (each, largest) = (expected.len() / count, expected.iter().fold(0.0, |most: f64, value| most.max(value.abs())));
        let part = |values: &[f64], query: usize| values[query * each..(query + 1) * each].to_vec();
        let mut off: Vec<f64> =
            twins.iter().map(|&(query, twin)| distance(&part(&expected, query), &part(&found, twin)) / largest).collect();
        off.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| off.get((off.len() as f64 * share) as usize).or(off.last()).copied();
        outputs.push(
            json!({"output": name, "relative_error_median": at(0.5), "relative_error_p90": at(0.9), "relative_error_most": off.last()}),
        );
    }
    Ok(json!({"queries": count, "with_a_twin": twins.len(), "of_those": outputs}))
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
