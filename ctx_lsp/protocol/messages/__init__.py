"""Wire types: parameters and answers of the custom commands. A change here changes the protocol."""
