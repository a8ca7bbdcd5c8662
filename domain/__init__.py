"""The rules: pure values and functions. No clock, no I/O, no chance but what is handed in, no framework."""
