-- Words with one of some keys. The planner takes a hundred keys for most of the vocabulary and would compare every word
-- with all of them: hundreds of milliseconds for 40,000 words. Here it may only use the index.
CREATE FUNCTION search_near_words(wanted text[], most integer) RETURNS SETOF text LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  SELECT word FROM search_words WHERE keys && wanted LIMIT most
$$;
