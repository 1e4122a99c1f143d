//! EPD
