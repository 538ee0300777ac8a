//! Players made of code: from the position and the legal moves alone, seeded.
