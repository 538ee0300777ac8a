//! The page of rules, row by row.
