//! The kernels beside the CPU's reference.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vrt::cuda::{Cuda, CudaError};
use vrt_rfdetr_seg::Error;
use vrt_rfdetr_seg::cuda::{GpuDecoder, GpuError};
use vrt_rfdetr_seg::decode::{NetworkOutputs, decode};
use vrt_types::{Detection, Instance, Rle};

use crate::evidence::{Outcome, Random};
use crate::sets::{Set, all};

/// All bits of a detection.
fn bits(detection: &Detection) -> [u32; 7] {
    let b = detection.bbox;
    [detection.class_id, detection.query, detection.score.to_bits(), b.x1.to_bits(), b.y1.to_bits(), b.x2.to_bits(), b.y2.to_bits()]
}

/// What a set differs in; nothing where it does not.
fn difference(set: &Set, expected: &Result<Vec<Instance>, Error>, found: &Result<OnGpu, Error>) -> Option<String> {
    match (expected, found) {
        (Ok(expected), Ok(OnGpu { instances: found, runs, rle, bytes, logits })) => {
            if expected.len() != found.len() {
                return Some(format!("{} objects expected, {} found", expected.len(), found.len()));
            }
            for (at, (a, b)) in expected.iter().zip(found).enumerate() {
                if bits(&a.detection) != bits(&b.detection) {
                    return Some(format!("object {at}: {:?} expected, {:?} found", a.detection, b.detection));
                }
                if a.mask != b.mask {
                    let other = a.mask.words().iter().zip(b.mask.words()).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
                    return Some(format!("object {at}: the mask differs in {other} pixels"));
                }
                let expected = a.mask.to_rle();
                if runs.get(at).map(Vec::as_slice) != Some(expected.counts()) || rle.get(at) != Some(&expected) {
                    return Some(format!("object {at}: other run lengths"));
                }
                let expected: Vec<u8> = a.mask.to_bytes().into_iter().map(|inside| inside * 255).collect();
                if bytes.get(at * expected.len()..).and_then(|bytes| bytes.get(..expected.len())) != Some(&expected[..]) {
                    return Some(format!("object {at}: other bytes"));
                }
                let size = set.sizes.mask_width * set.sizes.mask_height;
                let expected = set.masks[a.detection.query as usize * size..][..size].iter().map(|logit| logit.to_bits());
                if !expected.eq(logits.iter().skip(at * size).take(size).map(|logit| logit.to_bits())) {
                    return Some(format!("object {at}: other logits"));
                }
            }
            let masks = [runs.len(), rle.len()];
            (masks != [found.len(); 2]).then(|| format!("run lengths of {masks:?} masks of {} objects", found.len()))
        }
        (
            Err(Error::NotFinite { output, query, count }),
            Err(Error::NotFinite { output: found_output, query: found_query, count: found_count }),
        ) => ((output, query, count) != (found_output, found_query, found_count))
            .then(|| format!("{output} {query} {count} expected, {found_output} {found_query} {found_count} found")),
        (Err(error), _) => Some(format!("the reference failed: {error}")),
        (Ok(_), Err(error)) => Some(format!("the GPU failed: {error}")),
    }
}

/// All that a result on the GPU has to say.
struct OnGpu {
    instances: Vec<Instance>,
    runs: Vec<Vec<u32>>,
    rle: Vec<Rle>,
    bytes: Vec<u8>,
    logits: Vec<f32>,
}

fn on_gpu(decoder: &mut GpuDecoder, set: &Set) -> Result<OnGpu, Error> {
    let result = decoder.submit(set.picture, &set.options)?.wait()?;
    let (instances, stream) = (result.instances(0)?, result.stream().clone());
    let runs = result.run_lengths()?.iter().map(<[u32]>::to_vec).collect();
    let rle = result.rle()?;
    let failed = |error| Error::from(GpuError::from(CudaError::driver("copying masks as bytes")(error)));
    let view = result.mask_bytes_slice(0)?;
    let mut bytes = vec![0; view.len()];
    if !bytes.is_empty() {
        stream.memcpy_dtoh(&view, &mut bytes).map_err(failed)?;
        stream.synchronize().map_err(failed)?;
    }
    Ok(OnGpu { instances, runs, rle, bytes, logits: result.mask_logits_host(0)? })
}

fn compare(cuda: &Cuda, set: &Set) -> Result<Option<String>, Error> {
    let outputs = NetworkOutputs::new(set.sizes, &set.boxes, &set.labels, &set.masks)?;
    let expected = decode(&outputs, set.picture, &set.config, &set.options);
    let mut decoder = GpuDecoder::new(cuda, set.config.clone(), set.sizes)?;
    decoder.upload(&outputs)?;
    // Call by call, captured, and as a graph.
    for run in 0..3 {
        let found = on_gpu(&mut decoder, set);
        if let Some(difference) = difference(set, &expected, &found) {
            return Ok(Some(format!("run {run}: {difference}")));
        }
    }
    if let Some(error) = decoder.result().why_not_captured() {
        return Ok(Some(format!("it was not captured: {error}")));
    }
    Ok(None)
}

/// Decoding, masks and run lengths of all sets.
pub fn decoding(cuda: &Cuda, few: bool, limit: Duration) -> Outcome<Value> {
    let begun = Instant::now();
    let sets = all(few);
    let (mut compared, mut differences) = (0, Vec::new());
    for set in &sets {
        if begun.elapsed() > limit {
            break;
        }
        compared += 1;
        if let Some(difference) = compare(cuda, set)? {
            differences.push(format!("{}: {difference}", set.name));
        }
    }
    differences.truncate(12);
    let value = json!({"sets": sets.len(), "compared": compared, "differences": differences});
    if differences.is_empty() { Ok(value) } else { Err(value.to_string().into()) }
}

/// One decoder used for changing pictures, options and outputs, as in a stream, beside the reference.
pub fn reuse(cuda: &Cuda) -> Outcome<Value> {
    let mut set = Set::random("reuse", 1, [12, 7, 19, 17], (64, 48));
    let mut decoder = GpuDecoder::new(cuda, set.config.clone(), set.sizes)?;
    let mut random = Random::new(9);
    let mut differences = Vec::new();
    for round in 0..24 {
        let other = Set::random("reuse", round, [12, 7, 19, 17], (64, 48));
        (set.labels, set.boxes, set.masks) = (other.labels, other.boxes, other.masks);
        if round % 4 == 3 {
            set.picture = (1 + random.below(150), 1 + random.below(150));
        }
        if round % 7 == 5 {
            set.labels[random.below(84)] = f32::NAN;
        }
        set.options.threshold = random.between(0.0, 0.6);
        set.options.max_detections = (round % 3 == 0).then_some(random.below(9));
        let outputs = NetworkOutputs::new(set.sizes, &set.boxes, &set.labels, &set.masks)?;
        decoder.upload(&outputs)?;
        let expected = decode(&outputs, set.picture, &set.config, &set.options);
        if let Some(difference) = difference(&set, &expected, &on_gpu(&mut decoder, &set)) {
            differences.push(format!("round {round}: {difference}"));
        }
    }
    let captured = decoder.result().is_captured();
    let value = json!({"rounds": 24, "captured": captured, "differences": differences});
    if differences.is_empty() { Ok(value) } else { Err(value.to_string().into()) }
}
