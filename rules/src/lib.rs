//! Both games as arithmetic: no clock, no dice, no sockets, no dependencies.
