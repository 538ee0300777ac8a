//! Matches as files: seals, chains, draws, record lines, and how a stranger verifies them.
