; Data: no name in it is known to mean another.
