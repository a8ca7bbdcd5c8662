"""One module for each kind of decision: how its actions are asked for, and what happens then."""
