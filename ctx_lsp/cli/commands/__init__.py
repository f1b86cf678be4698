"""The commands, one module each: read the options, ask the façade, hand the answer to `output`. No formatting here."""
