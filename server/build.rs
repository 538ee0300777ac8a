//! The page's files lie in the program: a new one among them makes a new program.

fn main() {
    println!("cargo:rerun-if-changed=../client-web");
}
