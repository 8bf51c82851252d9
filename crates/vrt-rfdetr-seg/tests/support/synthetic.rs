//! Network outputs made from formulas, the same in `tests/data/make_vectors.py`: every operation is one that IEEE 754 rounds the same
//! everywhere.

/// `count` numbers in [0, 1), multiples of 2^-24: splitmix64 of seed and index.
pub fn unit(seed: u64, count: usize) -> Vec<f32> {
    let number = |index: u64| {
        let mut z = index.wrapping_add(seed << 32).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z >> 40) as f32 * 2f32.powi(-24)
    };
    (0..count as u64).map(number).collect()
}

/// `count` numbers in `low..high`.
pub fn spread(seed: u64, count: usize, [low, high]: [f32; 2]) -> Vec<f32> {
    unit(seed, count).into_iter().map(|value| value * (high - low) + low).collect()
}

/// One round blob for each query, with a ragged border.
pub fn blobs(seed: u64, queries: usize, [width, height]: [usize; 2]) -> Vec<f32> {
    let noise = spread(seed, queries * width * height, [-1.0, 1.0]);
    let place = unit(seed + 1, queries * 3);
    let mut values = Vec::with_capacity(noise.len());
    for (place, noise) in place.chunks_exact(3).zip(noise.chunks_exact(width * height)) {
        let (cx, cy) = ((place[0] * width as f32).floor(), (place[1] * height as f32).floor());
        let r = (place[2] * width.max(height) as f32 * 0.375).floor() + 1.0;
        for (index, noise) in noise.iter().enumerate() {
            let (x, y) = ((index % width) as f32, (index / width) as f32);
            values.push((r * r - (x - cx) * (x - cx) - (y - cy) * (y - cy)) * 0.015625 + noise * 0.25);
        }
    }
    values
}
