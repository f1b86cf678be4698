; All of it is shared with C++.
