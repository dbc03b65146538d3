-- Finds a part of a text by an index: the search of the gallery. A trusted extension: who may create objects in the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
