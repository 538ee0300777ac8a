//! The server: rooms that judge, a journal that keeps, sockets that tell.
