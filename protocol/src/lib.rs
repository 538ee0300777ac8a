//! The conversation as types: the only promise made to strangers.
