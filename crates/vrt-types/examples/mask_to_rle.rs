//! A disc as a mask, as COCO run lengths, and back.
//!
//! ```sh
//! cargo run -p vrt-types --example mask_to_rle
//! ```

use vrt_types::{Error, Mask, Rle};

fn main() -> Result<(), Error> {
    let disc = Mask::from_fn(640, 480, |x, y| (f64::from(x) - 320.0).hypot(f64::from(y) - 240.0) < 100.0)?;
    let rle = disc.to_rle();
    let text = rle.to_coco_string();
    println!("{} pixels in {} runs, {} characters", rle.area(), rle.counts().len(), text.len());
    println!("smallest rectangle around it: {:?}", disc.extent());
    let back = Rle::from_coco_string(640, 480, &text)?.to_mask()?;
    println!("read back the same: {}", back == disc);
    Ok(())
}
