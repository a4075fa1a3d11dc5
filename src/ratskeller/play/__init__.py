"""One position, one record, one match."""
