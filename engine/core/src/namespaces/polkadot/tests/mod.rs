//! Risks of single calls, and vectors of another library.

mod risks;
mod vectors;
