; Names in data do not refer to other names.
