"""The application layer: use cases and the ports through which they reach the world."""
