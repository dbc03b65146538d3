-- Search inside texts of scripts without spaces, by bigrams; parts of words with apostrophes; emoji as words. The
-- index is built again by a job after the start (INDEX_VERSION).

-- The form in which texts are compared; content/search/server/fold.ts is the same in TypeScript. An emoji is a word.
CREATE OR REPLACE FUNCTION search_fold(source text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text;
BEGIN
  IF octet_length(source) = length(source) THEN
    folded := regexp_replace(translate(lower(source COLLATE "C"), '''`', ''), '[^a-z0-9]+', ' ', 'g');
  ELSE
    folded := regexp_replace(normalize(source, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\U0001f3fb-\U0001f3ff]+', '', 'g');
    folded := regexp_replace(folded, '[''`\u02b9-\u02bf\u2018\u2019\u201b\u2032\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g');
    folded := regexp_replace(folded, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u02e5-\u02ff\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e2f\u0e5a\u0e5b\u2000-\u206f\u20a0-\u20cf\u2190-\u2319\u231c-\u23e8\u23f4-\u23f7\u23fb-\u25ff\u27c0-\u2b1a\u2b1d-\u2b4f\u2b51-\u2b54\u2b56-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ua9c1-\ua9cf\ufd3e\ufd3f\ufe10-\ufe1f\ufe30-\ufe4f\ufff0-\uffff\U0001d100-\U0001d24f\U0001f000-\U0001f003\U0001f005-\U0001f0ce\U0001f0d0-\U0001f1e5\U0001f200-\U0001f2ff\U0001fb00-\U0001fbff\U000e0000-\U000e01ef]+', ' ', 'g');
    IF folded ~ '[\u231a\u231b\u23e9-\u23f3\u23f8-\u23fa\u2600-\u27bf\u2b1b\u2b1c\u2b50\u2b55\U0001f004\U0001f0cf\U0001f1e6-\U0001f1ff\U0001f300-\U0001f3fa\U0001f400-\U0001faff]' THEN
      folded := regexp_replace(regexp_replace(folded, '([\u231a\u231b\u23e9-\u23f3\u23f8-\u23fa\u2600-\u27bf\u2b1b\u2b1c\u2b50\u2b55\U0001f004\U0001f0cf\U0001f1e6-\U0001f1ff\U0001f300-\U0001f3fa\U0001f400-\U0001faff])', ' \1 ', 'g'), ' +', ' ', 'g');
    END IF;
    IF octet_length(folded) <> length(folded) THEN
      IF folded ~ '[ßẞæÆœŒþÞ]' THEN
        folded := replace(replace(replace(replace(replace(replace(replace(replace(folded, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th');
      END IF;
      IF folded ~ '[ØøŁłĐđĦħŦŧıŊŋÐðƏəΣςςϲ]' THEN
        folded := translate(folded, 'ØøŁłĐđĦħŦŧıŊŋÐðƏəΣςςϲ', 'oollddhhttinnddəəσσσσ');
      END IF;
      IF folded ~ '[ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΤΥΦΧΨΩ]' THEN
        folded := translate(folded, 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΤΥΦΧΨΩ', 'αβγδεζηθικλμνξοπρτυφχψω');
      END IF;
      IF folded ~ '[АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ]' THEN
        folded := translate(folded, 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ', 'абвгдежзиклмнопрстуфхцчшщъыьэюя');
      END IF;
      IF folded ~ '[ЂЄЅІЈЉЊЋЏҐҒҖҚҢҮҰҲҺӘӨ]' THEN
        folded := translate(folded, 'ЂЄЅІЈЉЊЋЏҐҒҖҚҢҮҰҲҺӘӨ', 'ђєѕіјљњћџґғҗқңүұҳһәө');
      END IF;
      IF folded ~ '[ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ]' THEN
        folded := translate(folded, 'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ', 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
      END IF;
    END IF;
    folded := lower(folded COLLATE "C");
  END IF;
  IF folded ~ '[^ ]{41}' THEN
    folded := regexp_replace(folded, '([^ \u0e01-\u0e4e\u0e81-\u0edf\u1000-\u109f\u1780-\u17d3\u3005-\u3007\u3021-\u3029\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af]{40})[^ \u0e01-\u0e4e\u0e81-\u0edf\u1000-\u109f\u1780-\u17d3\u3005-\u3007\u3021-\u3029\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af]+', '\1', 'g');
  END IF;
  RETURN btrim(folded);
END $$;

-- Folded words, those of scripts without spaces as overlapping bigrams: abc as `a ab bc c`, so that every character
-- begins a word. content/search/server/fold.ts has the words of a search.
CREATE FUNCTION search_bigrams(folded text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(folded) = length(folded) OR folded !~ '[\u0e01-\u0e4e\u0e81-\u0edf\u1000-\u109f\u1780-\u17d3\u3005-\u3007\u3021-\u3029\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af]' THEN
    RETURN folded;
  END IF;
  RETURN btrim(regexp_replace(regexp_replace(regexp_replace(folded,
    '([\u0e01-\u0e4e\u0e81-\u0edf\u1000-\u109f\u1780-\u17d3\u3005-\u3007\u3021-\u3029\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af]+)', ' \1 ', 'g'),
    '([\u0e01-\u0e4e\u0e81-\u0edf\u1000-\u109f\u1780-\u17d3\u3005-\u3007\u3021-\u3029\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af])', '\1 \1', 'g'), ' +', ' ', 'g'));
END $$;

-- A text as it is indexed: folded, lo-fi as lofi too, and rock'n'roll (rocknroll) as rock n roll.
CREATE OR REPLACE FUNCTION search_text(source text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  indexed text := search_fold(source);
BEGIN
  IF source ~ '[[:alnum:]]-[[:alnum:]]' THEN
    indexed := indexed || ' ' || coalesce((
      SELECT string_agg(DISTINCT search_fold(replace(found.compound[1], '-', '')), ' ')
      FROM regexp_matches(source, '[[:alnum:]]+(?:-[[:alnum:]]+)+', 'g') AS found (compound)), '');
  END IF;
  IF source ~ '[[:alnum:]\u00c0-\u1fff][''\u2018\u2019][[:alnum:]\u00c0-\u1fff]' THEN
    indexed := indexed || ' ' || coalesce((
      SELECT string_agg(DISTINCT search_fold(regexp_replace(found.compound[1], '[''\u2018\u2019]', ' ', 'g')), ' ')
      FROM regexp_matches(source, '[[:alnum:]\u00c0-\u1fff]+(?:[''\u2018\u2019][[:alnum:]\u00c0-\u1fff]+)+', 'g') AS found (compound)), '');
  END IF;
  RETURN search_bigrams(btrim(indexed));
END $$;
