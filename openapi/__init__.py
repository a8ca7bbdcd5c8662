"""The public contract: resources, the finished document, words."""
