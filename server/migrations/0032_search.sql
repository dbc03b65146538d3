-- The form in which texts are compared; server/features/search/fold.ts is the same in TypeScript.
CREATE FUNCTION search_fold(source text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text;
BEGIN
  IF octet_length(source) = length(source) THEN
    folded := regexp_replace(translate(lower(source COLLATE "C"), '''`', ''), '[^a-z0-9]+', ' ', 'g');
  ELSE
    folded := regexp_replace(normalize(source, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+', '', 'g');
    folded := regexp_replace(folded, '[''`\u02b9-\u02bf\u2018\u2019\u201b\u2032\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g');
    folded := regexp_replace(folded, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u02e5-\u02ff\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e2f\u0e5a\u0e5b\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ua9c1-\ua9cf\ufd3e\ufd3f\ufe10-\ufe1f\ufe30-\ufe4f\ufff0-\uffff\U0001d100-\U0001d24f\U0001f000-\U0001fbff\U000e0000-\U000e01ef]+', ' ', 'g');
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
    folded := regexp_replace(folded, '([^ ]{40})[^ ]+', '\1', 'g');
  END IF;
  RETURN btrim(folded);
END $$;--> statement-breakpoint
-- A text as it is indexed: folded, and lo-fi as lofi too.
CREATE FUNCTION search_text(source text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF source ~ '[[:alnum:]]-[[:alnum:]]' THEN
    RETURN btrim(search_fold(source) || ' ' || coalesce((
      SELECT string_agg(DISTINCT search_fold(replace(found.compound[1], '-', '')), ' ')
      FROM regexp_matches(source, '[[:alnum:]]+(?:-[[:alnum:]]+)+', 'g') AS found (compound)), ''));
  END IF;
  RETURN search_fold(source);
END $$;--> statement-breakpoint
-- A tag or category as a mark names it.
CREATE FUNCTION search_mark(source text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN replace(search_fold(source), ' ', '_');
END $$;--> statement-breakpoint
-- The words of a document as the index has them: all words, those of its title once more behind `=`, and its marks.
CREATE FUNCTION search_vector(title text, body text, marks text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN array_to_tsvector(array_remove(string_to_array(
    CASE WHEN title = '' THEN '' ELSE title || ' =' || replace(title, ' ', ' =') || ' ' END || body || ' ' || marks, ' '), ''));
END $$;--> statement-breakpoint
-- A word, and what is left of it without one character, and of longer ones without two.
CREATE FUNCTION search_keys(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT key) FROM (
    SELECT word AS key
    UNION ALL SELECT overlay(word PLACING '' FROM i FOR 1) FROM generate_series(1, length(word)) i
    UNION ALL SELECT overlay(overlay(word PLACING '' FROM j FOR 1) PLACING '' FROM i FOR 1)
      FROM generate_series(1, length(word)) i, generate_series(i + 1, length(word)) j WHERE length(word) BETWEEN 7 AND 12
  ) found
$$;--> statement-breakpoint
CREATE TABLE "search_documents" (
	"id" uuid NOT NULL,
	"part" smallint NOT NULL,
	"kind" text NOT NULL,
	"parent_id" uuid,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"reception" integer NOT NULL,
	"is_adult" boolean NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"marks" text NOT NULL,
	CONSTRAINT "search_documents_id_part_pk" PRIMARY KEY("id","part")
);
--> statement-breakpoint
CREATE TABLE "search_state" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer NOT NULL,
	"built_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"keys" text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_documents_words_idx" ON "search_documents" USING gin (search_vector(title, body, marks)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "search_documents_author_idx" ON "search_documents" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "search_words_keys_idx" ON "search_words" USING gin ("keys") WITH (gin_pending_list_limit=256);