//! How facts are written: [`words`] has every sentence, [`output`] every form in which they come,
//! as text and tables for people and as objects for programs.

pub mod output;
pub mod words;
