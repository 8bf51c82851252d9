//! Reads any picture as the models see it (upright, RGB, 8 bits) and writes it as a PNG file.
//!
//! ```sh
//! cargo run -p vrt-picture --example to_png -- photo.jpg photo.png
//! ```

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        return Err("usage: to_png PICTURE PNG".into());
    };
    let picture = vrt_picture::read_picture(&from)?;
    vrt_picture::write_png(&to, &picture)?;
    println!("{}x{} pixels", picture.width(), picture.height());
    Ok(())
}
