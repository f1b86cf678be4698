"""Wire types: the parameters and answers of the custom commands, field by field. A change here changes the protocol."""
