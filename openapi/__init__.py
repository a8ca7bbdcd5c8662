"""The public contract: resources, the document, words, examples."""
