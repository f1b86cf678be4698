"""The commands, one module each: read the options, call the façade, pass the answer to `output`. No formatting here."""
