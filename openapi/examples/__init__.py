"""Examples, a file for each component that is a body."""
