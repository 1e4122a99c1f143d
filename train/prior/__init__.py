"""The trainer of the prior: the network that says which moves deserve a look, what a position is worth, and how far that may err."""
