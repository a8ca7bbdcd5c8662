"""The API over HTTP; the only importer of litestar."""
