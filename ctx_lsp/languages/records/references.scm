; Data: names in it do not refer to others.
