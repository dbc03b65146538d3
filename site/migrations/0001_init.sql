-- The tables of the site, feature by feature, in the order in which the `tables.ts` of each declares them; what a column
-- is for is said there.

-- Finds a part of a text by an index. A trusted extension: who may create objects in the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Search: texts and words as they are compared and indexed

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
END $$;

-- A text as it is indexed: folded, and lo-fi as lofi too.
CREATE FUNCTION search_text(source text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF source ~ '[[:alnum:]]-[[:alnum:]]' THEN
    RETURN btrim(search_fold(source) || ' ' || coalesce((
      SELECT string_agg(DISTINCT search_fold(replace(found.compound[1], '-', '')), ' ')
      FROM regexp_matches(source, '[[:alnum:]]+(?:-[[:alnum:]]+)+', 'g') AS found (compound)), ''));
  END IF;
  RETURN search_fold(source);
END $$;

-- A tag or category as a mark names it.
CREATE FUNCTION search_mark(source text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN replace(search_fold(source), ' ', '_');
END $$;

-- The words of a document as the index has them: all words, those of its title once more behind `=`, and its marks.
CREATE FUNCTION search_vector(title text, body text, marks text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN array_to_tsvector(array_remove(string_to_array(
    CASE WHEN title = '' THEN '' ELSE title || ' =' || replace(title, ' ', ' =') || ' ' END || body || ' ' || marks, ' '), ''));
END $$;

-- A word, and what is left of it without one character, and of longer ones without two.
CREATE FUNCTION search_keys(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT key) FROM (
    SELECT word AS key
    UNION ALL SELECT overlay(word PLACING '' FROM i FOR 1) FROM generate_series(1, length(word)) i
    UNION ALL SELECT overlay(overlay(word PLACING '' FROM j FOR 1) PLACING '' FROM i FOR 1)
      FROM generate_series(1, length(word)) i, generate_series(i + 1, length(word)) j WHERE length(word) BETWEEN 7 AND 12
  ) found
$$;

-- server/platform/secret

CREATE TABLE secret_canaries (
  name text PRIMARY KEY,
  signature text NOT NULL,
  created_at timestamptz NOT NULL
);

-- server/platform/attempts

-- Unlogged: an attempt costs no write to disk. A database server that crashes begins with an empty table, and with it
-- everybody has their attempts anew.
CREATE UNLOGGED TABLE attempts (
  key text PRIMARY KEY,
  full_at timestamptz NOT NULL
);

-- server/platform/mail

CREATE TABLE mail_days (
  day date PRIMARY KEY,
  delivered integer NOT NULL DEFAULT 0,
  stored integer NOT NULL DEFAULT 0,
  failed_tries integer NOT NULL DEFAULT 0,
  delivered_at timestamptz,
  failed_at timestamptz
);

-- server/platform/realtime

CREATE TABLE topics (
  topic text PRIMARY KEY,
  last_seq bigint NOT NULL
);

CREATE TABLE topic_events (
  topic text NOT NULL,
  seq bigint NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT topic_events_topic_seq_pk PRIMARY KEY (topic, seq)
);
CREATE INDEX topic_events_created_idx ON topic_events (created_at);

-- server/features/site-settings

CREATE TABLE site_settings (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE site_logos (
  sha256 text PRIMARY KEY,
  png bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- server/features/profiles

CREATE TABLE profiles (
  id uuid PRIMARY KEY,
  user_id uuid,
  username text NOT NULL,
  username_key text NOT NULL,
  display_name text NOT NULL,
  display_name_key text NOT NULL,
  name_skeleton text,
  shares_name boolean NOT NULL DEFAULT false,
  avatar_url text,
  banner_url text,
  bio text NOT NULL DEFAULT '',
  xp integer NOT NULL DEFAULT 0,
  credits integer NOT NULL DEFAULT 0,
  custom_role text,
  custom_role_source text,
  is_admin boolean NOT NULL DEFAULT false,
  is_moderator boolean NOT NULL DEFAULT false,
  is_adult boolean NOT NULL DEFAULT false,
  has_blocks boolean NOT NULL DEFAULT false,
  joined_in_burst boolean NOT NULL DEFAULT false,
  owned_upgrades text[] NOT NULL DEFAULT '{}',
  appearance_settings jsonb NOT NULL DEFAULT '{}',
  profile_theme jsonb NOT NULL DEFAULT '{}',
  profile_customization jsonb NOT NULL DEFAULT '{}',
  avatar_decorations jsonb NOT NULL DEFAULT '[]',
  discord_username text,
  name_style jsonb,
  custom_forum_banner jsonb,
  post_count integer NOT NULL DEFAULT 0,
  follower_count integer NOT NULL DEFAULT 0,
  following_count integer NOT NULL DEFAULT 0,
  last_visit_day date,
  suspended_until timestamptz,
  silenced_until timestamptz,
  legal_revision integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT profiles_user_id_unique UNIQUE (user_id),
  CONSTRAINT profiles_xp_not_negative CHECK (xp >= 0),
  CONSTRAINT profiles_credits_not_negative CHECK (credits >= 0)
);
CREATE UNIQUE INDEX profiles_username_key ON profiles (lower(username));
CREATE INDEX profiles_username_key_idx ON profiles (username_key);
CREATE INDEX profiles_name_wishes_idx ON profiles (id) WHERE appearance_settings ?| array['username_glow_enabled', 'badge_text', 'name_effect'];
CREATE INDEX profiles_username_prefix_idx ON profiles (username text_pattern_ops);
CREATE INDEX profiles_names_idx ON profiles USING gin ((username || ' ' || display_name_key) gin_trgm_ops);
CREATE INDEX profiles_created_idx ON profiles (created_at, id);
CREATE INDEX profiles_xp_idx ON profiles (xp, id) WHERE user_id IS NOT NULL;
CREATE INDEX profiles_display_name_prefix_idx ON profiles (display_name_key text_pattern_ops);
CREATE INDEX profiles_name_skeleton_idx ON profiles (name_skeleton) WHERE user_id IS NOT NULL;
CREATE INDEX profiles_staff_name_idx ON profiles (name_skeleton) WHERE is_admin OR is_moderator;
CREATE INDEX profiles_staff_idx ON profiles (created_at, id) WHERE is_admin OR is_moderator;
CREATE INDEX profiles_special_xp_idx ON profiles (xp, id) WHERE custom_role NOT IN ('wanderer', 'admin', 'moderator') AND NOT is_admin AND NOT is_moderator;
CREATE INDEX profiles_special_created_idx ON profiles (created_at, id) WHERE custom_role NOT IN ('wanderer', 'admin', 'moderator') AND NOT is_admin AND NOT is_moderator;

CREATE TABLE custom_roles (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  display_name text NOT NULL,
  description text NOT NULL DEFAULT '',
  color_hex text NOT NULL DEFAULT '#6b7280',
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  CONSTRAINT custom_roles_name_unique UNIQUE (name)
);

CREATE TABLE former_usernames (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  name_key text NOT NULL,
  profile_id uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  CONSTRAINT former_usernames_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES profiles (id) ON DELETE CASCADE
);
CREATE INDEX former_usernames_name_idx ON former_usernames (name);
CREATE INDEX former_usernames_key_idx ON former_usernames (name_key);
CREATE INDEX former_usernames_profile_idx ON former_usernames (profile_id, changed_at);

-- server/features/legal

CREATE TABLE legal_texts (
  key text NOT NULL,
  version integer NOT NULL,
  revision integer NOT NULL,
  source text NOT NULL,
  note text NOT NULL,
  needs_acceptance boolean NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  CONSTRAINT legal_texts_key_version_pk PRIMARY KEY (key, version),
  CONSTRAINT legal_texts_revision_unique UNIQUE (revision)
);

CREATE TABLE legal_acceptances (
  profile_id uuid NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  accepted_at timestamptz NOT NULL,
  CONSTRAINT legal_acceptances_profile_id_key_version_pk PRIMARY KEY (profile_id, key, version)
);

-- server/features/accounts

CREATE TABLE users (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean NOT NULL DEFAULT false,
  pending_email text,
  image text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  deletion_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT users_email_unique UNIQUE (email),
  CONSTRAINT users_email_lower CHECK (email = lower(email))
);
CREATE INDEX users_deletion_idx ON users (deletion_at) WHERE deletion_at IS NOT NULL;

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  token text NOT NULL,
  ip_address text,
  user_agent text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  CONSTRAINT sessions_token_unique UNIQUE (token),
  CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX sessions_user_idx ON sessions (user_id);
CREATE INDEX sessions_expires_idx ON sessions (expires_at);

CREATE TABLE user_accounts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  provider_id text NOT NULL,
  account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT user_accounts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_accounts_provider_key ON user_accounts (provider_id, account_id);
CREATE INDEX user_accounts_user_idx ON user_accounts (user_id);

CREATE TABLE verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX verifications_identifier_idx ON verifications (identifier);
CREATE INDEX verifications_expires_idx ON verifications (expires_at);

CREATE TABLE two_factors (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  last_step integer NOT NULL DEFAULT 0,
  CONSTRAINT two_factors_user_id_unique UNIQUE (user_id),
  CONSTRAINT two_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE account_links (
  token_hash text PRIMARY KEY,
  purpose text NOT NULL,
  user_id uuid,
  email text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT account_links_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX account_links_user_idx ON account_links (user_id);
CREATE INDEX account_links_expires_idx ON account_links (expires_at);

CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  token_hash text NOT NULL,
  email text,
  invited_by uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  used_at timestamptz,
  used_by uuid,
  CONSTRAINT invitations_token_hash_unique UNIQUE (token_hash)
);
CREATE INDEX invitations_created_idx ON invitations (created_at, id);
CREATE INDEX invitations_email_idx ON invitations (email);
CREATE INDEX invitations_used_by_idx ON invitations (used_by);

CREATE TABLE security_events (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  about text,
  device text,
  address text,
  created_at timestamptz NOT NULL,
  CONSTRAINT security_events_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX security_events_user_idx ON security_events (user_id, id);
CREATE INDEX security_events_created_idx ON security_events (created_at);

CREATE TABLE data_exports (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  state text NOT NULL,
  bytes bigint,
  created_at timestamptz NOT NULL,
  CONSTRAINT data_exports_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX data_exports_user_idx ON data_exports (user_id, id);
CREATE INDEX data_exports_created_idx ON data_exports (created_at);

-- server/features/friends

CREATE TABLE friends (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  friend_id uuid NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL,
  since timestamptz NOT NULL,
  CONSTRAINT friends_not_oneself CHECK (user_id <> friend_id),
  CONSTRAINT friends_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles (id) ON DELETE CASCADE,
  CONSTRAINT friends_friend_id_profiles_id_fk FOREIGN KEY (friend_id) REFERENCES profiles (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX friends_pair_key ON friends (least(user_id, friend_id), greatest(user_id, friend_id));
CREATE INDEX friends_user_idx ON friends (user_id, status, since, id);
CREATE INDEX friends_friend_idx ON friends (friend_id, status, since, id);

CREATE TABLE follows (
  follower_id uuid NOT NULL,
  followed_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT follows_follower_id_followed_id_pk PRIMARY KEY (follower_id, followed_id),
  CONSTRAINT follows_not_oneself CHECK (follower_id <> followed_id),
  CONSTRAINT follows_follower_id_profiles_id_fk FOREIGN KEY (follower_id) REFERENCES profiles (id) ON DELETE CASCADE,
  CONSTRAINT follows_followed_id_profiles_id_fk FOREIGN KEY (followed_id) REFERENCES profiles (id) ON DELETE CASCADE
);
CREATE INDEX follows_follower_idx ON follows (follower_id, created_at, followed_id);
CREATE INDEX follows_followed_idx ON follows (followed_id, follower_id);

CREATE TABLE blocks (
  blocker_id uuid NOT NULL,
  blocked_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT blocks_blocker_id_blocked_id_pk PRIMARY KEY (blocker_id, blocked_id),
  CONSTRAINT blocks_blocker_id_profiles_id_fk FOREIGN KEY (blocker_id) REFERENCES profiles (id) ON DELETE CASCADE,
  CONSTRAINT blocks_blocked_id_profiles_id_fk FOREIGN KEY (blocked_id) REFERENCES profiles (id) ON DELETE CASCADE
);
CREATE INDEX blocks_blocked_idx ON blocks (blocked_id, blocker_id);

-- server/features/notifications

CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  url text,
  actor_id uuid,
  content_id uuid,
  others integer NOT NULL DEFAULT 0,
  most_others integer NOT NULL DEFAULT 0,
  data jsonb NOT NULL DEFAULT '{}',
  cause text NOT NULL,
  on_site boolean NOT NULL DEFAULT true,
  is_hidden boolean NOT NULL DEFAULT false,
  is_read boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX notifications_cause_key ON notifications (user_id, cause);
CREATE INDEX notifications_user_idx ON notifications (user_id, created_at, id);
CREATE INDEX notifications_unread_idx ON notifications (user_id) WHERE NOT is_read AND on_site AND NOT is_hidden;
CREATE INDEX notifications_content_idx ON notifications (content_id) WHERE content_id IS NOT NULL;
CREATE INDEX notifications_actor_idx ON notifications (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX notifications_clear_idx ON notifications (created_at) WHERE is_read OR NOT on_site;

CREATE TABLE notification_settings (
  profile_id uuid NOT NULL,
  kind text NOT NULL,
  on_site boolean NOT NULL,
  by_email boolean NOT NULL,
  by_push boolean NOT NULL DEFAULT true,
  CONSTRAINT notification_settings_profile_id_kind_pk PRIMARY KEY (profile_id, kind)
);

CREATE TABLE notification_digests (
  profile_id uuid PRIMARY KEY,
  rhythm text NOT NULL,
  sent_until timestamptz NOT NULL
);
CREATE INDEX notification_digests_due_idx ON notification_digests (rhythm, sent_until) WHERE rhythm <> 'off';

CREATE TABLE push_devices (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL,
  session_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  label text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT push_devices_endpoint_unique UNIQUE (endpoint),
  CONSTRAINT push_devices_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE INDEX push_devices_profile_idx ON push_devices (profile_id, created_at);
CREATE INDEX push_devices_session_idx ON push_devices (session_id);

-- server/features/activity

CREATE TABLE activity_feed (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  activity_type text NOT NULL,
  target_id uuid NOT NULL,
  target_type text NOT NULL,
  content text NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  CONSTRAINT activity_feed_user_id_profiles_id_fk FOREIGN KEY (user_id) REFERENCES profiles (id) ON DELETE CASCADE
);
CREATE INDEX activity_feed_user_idx ON activity_feed (user_id, created_at, id);
CREATE UNIQUE INDEX activity_feed_target_key ON activity_feed (user_id, activity_type, target_id);
CREATE INDEX activity_feed_target_idx ON activity_feed (target_type, target_id);

-- server/features/moderation

CREATE TABLE banned_words (
  id uuid PRIMARY KEY,
  word text NOT NULL,
  action text NOT NULL DEFAULT 'refuse',
  created_by uuid,
  created_at timestamptz NOT NULL,
  CONSTRAINT banned_words_word_unique UNIQUE (word)
);

CREATE TABLE text_prints (
  fingerprint text NOT NULL,
  author_id uuid NOT NULL,
  at timestamptz NOT NULL,
  bands integer[] NOT NULL DEFAULT '{}',
  sketch integer[] NOT NULL DEFAULT '{}',
  CONSTRAINT text_prints_fingerprint_author_id_pk PRIMARY KEY (fingerprint, author_id)
);
CREATE INDEX text_prints_bands_idx ON text_prints USING gin (bands) WITH (fastupdate = false);
CREATE INDEX text_prints_at_idx ON text_prints (at);
CREATE INDEX text_prints_author_idx ON text_prints (author_id);

CREATE TABLE broken_checks (
  name text NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  last_at timestamptz NOT NULL,
  CONSTRAINT broken_checks_name_day_pk PRIMARY KEY (name, day)
);

CREATE TABLE queue_items (
  id uuid PRIMARY KEY,
  content_kind text NOT NULL,
  content_id uuid NOT NULL,
  author_id uuid,
  state text NOT NULL DEFAULT 'open',
  priority smallint NOT NULL,
  report_count integer NOT NULL DEFAULT 0,
  report_reasons text[] NOT NULL DEFAULT '{}',
  hold_reasons text[],
  editor_id uuid,
  marked_words text[],
  needs_approval boolean NOT NULL DEFAULT false,
  decision text,
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text NOT NULL DEFAULT '',
  thread_id uuid NOT NULL,
  escalated_at timestamptz,
  opened_by uuid,
  opened_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX queue_items_open_key ON queue_items (content_id, content_kind) WHERE state = 'open';
CREATE INDEX queue_items_content_idx ON queue_items (content_id, created_at, id);
CREATE INDEX queue_items_open_idx ON queue_items (priority, created_at, id) WHERE state = 'open';
CREATE INDEX queue_items_open_kind_idx ON queue_items (content_kind, priority, created_at, id) WHERE state = 'open';
CREATE INDEX queue_items_reported_idx ON queue_items (priority, created_at, id) WHERE state = 'open' AND report_count > 0;
CREATE INDEX queue_items_held_idx ON queue_items (priority, created_at, id) WHERE state = 'open' AND hold_reasons IS NOT NULL;
CREATE INDEX queue_items_marked_idx ON queue_items (priority, created_at, id) WHERE state = 'open' AND marked_words IS NOT NULL;
CREATE INDEX queue_items_taken_idx ON queue_items (opened_at) WHERE state = 'open' AND opened_by IS NOT NULL;
CREATE INDEX queue_items_approval_idx ON queue_items (priority, created_at, id) WHERE state = 'open' AND needs_approval;
CREATE INDEX queue_items_decided_idx ON queue_items (decided_at, id) WHERE state = 'decided';
CREATE INDEX queue_items_decided_kind_idx ON queue_items (content_kind, decided_at, id) WHERE state = 'decided';
CREATE INDEX queue_items_thread_idx ON queue_items (thread_id, created_at, id);
CREATE INDEX queue_items_author_idx ON queue_items (author_id, created_at, id);

CREATE TABLE queue_entries (
  id uuid PRIMARY KEY,
  item_id uuid NOT NULL,
  kind text NOT NULL,
  actor_id uuid,
  reasons text[] NOT NULL DEFAULT '{}',
  note text NOT NULL DEFAULT '',
  source text,
  decision text,
  created_at timestamptz NOT NULL,
  CONSTRAINT queue_entries_item_id_queue_items_id_fk FOREIGN KEY (item_id) REFERENCES queue_items (id) ON DELETE CASCADE
);
CREATE INDEX queue_entries_item_idx ON queue_entries (item_id, created_at, id) WHERE kind <> 'report';
CREATE INDEX queue_entries_item_reports_idx ON queue_entries (item_id, created_at, id) WHERE kind = 'report';
CREATE UNIQUE INDEX queue_entries_reporter_key ON queue_entries (item_id, actor_id) WHERE kind = 'report';
CREATE INDEX queue_entries_reporter_idx ON queue_entries (actor_id, created_at) WHERE kind = 'report';

CREATE TABLE reason_templates (
  profile_id uuid PRIMARY KEY,
  texts text[] NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE staff_notes (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL,
  author_id uuid,
  text text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX staff_notes_profile_idx ON staff_notes (profile_id, created_at, id);

CREATE TABLE restrictions (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  until timestamptz,
  created_by uuid,
  lifted_by uuid,
  lifted_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX restrictions_profile_idx ON restrictions (profile_id, created_at);

CREATE TABLE appeals (
  id uuid PRIMARY KEY,
  decision_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  decider_id uuid,
  state text NOT NULL,
  statement text NOT NULL,
  decided_by uuid,
  decided_at timestamptz,
  answer text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  CONSTRAINT appeals_decision_id_unique UNIQUE (decision_id)
);
CREATE INDEX appeals_profile_idx ON appeals (profile_id, created_at, id);

CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  actor_id uuid,
  action text NOT NULL,
  target_kind text NOT NULL,
  target_id text NOT NULL,
  reason text NOT NULL DEFAULT '',
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL
);
CREATE INDEX audit_log_created_idx ON audit_log (created_at, id);
CREATE INDEX audit_log_target_idx ON audit_log (target_id, created_at, id);
CREATE INDEX audit_log_actor_idx ON audit_log (actor_id, created_at, id);
CREATE INDEX audit_log_action_idx ON audit_log (action, created_at, id);

CREATE TABLE audit_chain (
  seq bigint PRIMARY KEY,
  entry_id uuid NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_chain_entry_id_unique UNIQUE (entry_id)
);

-- What the hash of an entry covers, as one text without doubt about where a value ends. Times as seconds: no time zone.
CREATE FUNCTION audit_hash(before_hash bytea, entry audit_log) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(before_hash || convert_to(jsonb_build_array(entry.id, entry.actor_id, entry.action, entry.target_kind, entry.target_id,
    entry.reason, entry.details, extract(epoch FROM entry.created_at))::text, 'UTF8'))
$$;

-- At the commit, when every other lock of the transaction is held: whoever waits here waits for a commit alone.
CREATE FUNCTION audit_append() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last audit_chain;
BEGIN
  PERFORM pg_advisory_xact_lock(7010426002);
  SELECT * INTO last FROM audit_chain ORDER BY seq DESC LIMIT 1;
  INSERT INTO audit_chain (seq, entry_id, hash)
  VALUES (coalesce(last.seq, 0) + 1, NEW.id, audit_hash(coalesce(last.hash, ''::bytea), NEW));
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audit_log_append AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_append();

CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_log_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_chain_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();

-- server/features/ledger

CREATE TABLE ledger_entries (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL,
  currency text NOT NULL,
  amount integer NOT NULL,
  kind text NOT NULL,
  cause text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX ledger_entries_cause_key ON ledger_entries (profile_id, currency, cause);
CREATE INDEX ledger_entries_kind_idx ON ledger_entries (profile_id, kind, created_at);
CREATE INDEX ledger_entries_statement_idx ON ledger_entries (profile_id, created_at, id);

CREATE TABLE resting_credits (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL,
  credits integer NOT NULL,
  until timestamptz NOT NULL
);
CREATE INDEX resting_credits_profile_idx ON resting_credits (profile_id, until);

CREATE TABLE xp_periods (
  period text NOT NULL,
  starts_on date NOT NULL,
  profile_id uuid NOT NULL,
  xp integer NOT NULL,
  CONSTRAINT xp_periods_period_starts_on_profile_id_pk PRIMARY KEY (period, starts_on, profile_id)
);
CREATE INDEX xp_periods_board_idx ON xp_periods (period, starts_on, xp, profile_id);
CREATE INDEX xp_periods_profile_idx ON xp_periods (profile_id);

CREATE TABLE entitlements (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL,
  name text NOT NULL,
  source text NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX entitlements_key ON entitlements (profile_id, name, source);

-- server/features/media

CREATE TABLE files (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL,
  purpose text NOT NULL,
  bucket text NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  alt_text text NOT NULL DEFAULT '',
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  decoded_sha256 text,
  content_type text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  content_kind text,
  content_id uuid,
  position smallint NOT NULL DEFAULT 0,
  guarded boolean NOT NULL DEFAULT true,
  processing text NOT NULL,
  processing_reason text,
  tries smallint NOT NULL DEFAULT 0,
  width integer,
  height integer,
  duration_ms integer,
  placeholder text,
  wave text,
  loudness real,
  true_peak real,
  played_loudness real,
  played_true_peak real,
  ends_early boolean NOT NULL DEFAULT false,
  analysis text,
  tempo real,
  musical_key text,
  download text NOT NULL DEFAULT 'stream',
  licence text NOT NULL DEFAULT 'all-rights-reserved',
  rights_wording text,
  rights_at timestamptz,
  tags jsonb NOT NULL DEFAULT '{}',
  stated jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  claimed_at timestamptz,
  removed_at timestamptz,
  CONSTRAINT files_key_unique UNIQUE (key)
);
CREATE INDEX files_owner_idx ON files (owner_id, id);
CREATE INDEX files_content_idx ON files (content_id, position) WHERE state = 'claimed';
CREATE INDEX files_staged_idx ON files (created_at) WHERE state = 'staged';
CREATE INDEX files_removed_idx ON files (removed_at) WHERE state = 'removed';
CREATE INDEX files_analysis_idx ON files (id) WHERE analysis = 'waiting';

CREATE TABLE blocked_files (
  sha256 text NOT NULL,
  content_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT blocked_files_sha256_content_id_pk PRIMARY KEY (sha256, content_id)
);
CREATE INDEX blocked_files_content_idx ON blocked_files (content_id);

CREATE TABLE file_renditions (
  file_id uuid NOT NULL,
  name text NOT NULL,
  key text NOT NULL,
  content_type text NOT NULL,
  bytes bigint NOT NULL,
  width integer,
  height integer,
  CONSTRAINT file_renditions_file_id_name_pk PRIMARY KEY (file_id, name),
  CONSTRAINT file_renditions_key_unique UNIQUE (key)
);

CREATE TABLE file_uploads (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL,
  user_id text NOT NULL,
  purpose text NOT NULL,
  name text NOT NULL,
  length bigint NOT NULL,
  key text,
  sha256 text,
  content_type text,
  kind text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX file_uploads_owner_idx ON file_uploads (owner_id);
CREATE INDEX file_uploads_expires_idx ON file_uploads (expires_at);

CREATE TABLE served_ranges (
  network text NOT NULL,
  key text NOT NULL,
  ranges int8multirange NOT NULL,
  served_at timestamptz NOT NULL,
  CONSTRAINT served_ranges_network_key_pk PRIMARY KEY (network, key)
);
CREATE INDEX served_ranges_served_idx ON served_ranges (served_at);

CREATE TABLE archives (
  file_id uuid PRIMARY KEY,
  entries integer NOT NULL,
  sounds integer NOT NULL,
  is_exact boolean NOT NULL DEFAULT false,
  programs integer NOT NULL,
  nested integer NOT NULL,
  unpacked_bytes bigint NOT NULL
);

CREATE TABLE archive_entries (
  file_id uuid NOT NULL,
  position integer NOT NULL,
  path text NOT NULL,
  kind text NOT NULL,
  bytes bigint NOT NULL,
  packed bigint NOT NULL,
  method smallint NOT NULL,
  crc bigint NOT NULL,
  local_at bigint NOT NULL,
  analysis text,
  content_type text,
  duration_ms integer,
  tempo real,
  musical_key text,
  peaks bytea,
  CONSTRAINT archive_entries_file_id_position_pk PRIMARY KEY (file_id, position)
);
CREATE INDEX archive_entries_waiting_idx ON archive_entries (file_id, position) WHERE analysis = 'waiting';

-- server/features/content

CREATE TABLE content_versions (
  content_id uuid NOT NULL,
  version integer NOT NULL,
  content text NOT NULL,
  editor_id uuid NOT NULL,
  is_private boolean NOT NULL,
  is_locked boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  CONSTRAINT content_versions_content_id_version_pk PRIMARY KEY (content_id, version)
);

CREATE TABLE content_reactions (
  content_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  reaction text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT content_reactions_content_id_profile_id_pk PRIMARY KEY (content_id, profile_id)
);
CREATE INDEX content_reactions_profile_idx ON content_reactions (profile_id);

CREATE TABLE secret_links (
  id uuid PRIMARY KEY,
  content_kind text NOT NULL,
  content_id uuid NOT NULL,
  author_id uuid NOT NULL,
  token_hash text NOT NULL,
  label text NOT NULL,
  play_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz
);
CREATE UNIQUE INDEX secret_links_token_key ON secret_links (token_hash);
CREATE INDEX secret_links_author_idx ON secret_links (author_id, created_at, id);
CREATE INDEX secret_links_content_idx ON secret_links (content_id);

-- server/features/rights

CREATE TABLE complaints (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  content_kind text NOT NULL,
  content_id uuid NOT NULL,
  content_title text NOT NULL,
  content_url text NOT NULL,
  author_id uuid,
  claimant_name text NOT NULL,
  claimant_email text NOT NULL,
  claimant_address text NOT NULL,
  claimant_phone text NOT NULL,
  claimant_signature text NOT NULL,
  on_behalf_of text NOT NULL,
  work text NOT NULL,
  work_url text NOT NULL,
  token_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  has_hidden boolean NOT NULL DEFAULT false,
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text NOT NULL DEFAULT '',
  counter_until timestamptz,
  counter_name text,
  counter_address text,
  counter_phone text,
  counter_signature text,
  counter_statement text,
  counter_at timestamptz,
  restore_from timestamptz,
  restore_by timestamptz,
  court_note text NOT NULL DEFAULT '',
  restored_at timestamptz,
  restored_because text,
  reminders smallint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX complaints_token_key ON complaints (token_hash);
CREATE INDEX complaints_state_idx ON complaints (state, created_at, id);
CREATE INDEX complaints_author_idx ON complaints (author_id, created_at, id);
CREATE INDEX complaints_content_idx ON complaints (content_id);
CREATE INDEX complaints_confirmed_idx ON complaints (confirmed_at) WHERE confirmed_at IS NOT NULL;

-- server/features/customization

CREATE TABLE profile_links (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL,
  title text NOT NULL,
  url text NOT NULL,
  icon text,
  is_active boolean NOT NULL DEFAULT true,
  display_order smallint NOT NULL,
  CONSTRAINT profile_links_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES profiles (id) ON DELETE CASCADE
);
CREATE INDEX profile_links_profile_idx ON profile_links (profile_id, display_order);

CREATE TABLE avatar_decorations (
  id uuid PRIMARY KEY,
  key text NOT NULL,
  name text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  CONSTRAINT avatar_decorations_key_unique UNIQUE (key)
);

-- server/features/forum

CREATE TABLE forum_categories (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL,
  description text NOT NULL DEFAULT '',
  sort_order integer NOT NULL DEFAULT 100,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  CONSTRAINT forum_categories_slug_unique UNIQUE (slug)
);

CREATE TABLE forum_posts (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  title text NOT NULL,
  preview text NOT NULL,
  summary text NOT NULL,
  author_id uuid NOT NULL,
  image_url text,
  image_urls text[] NOT NULL DEFAULT '{}',
  custom_banner jsonb,
  category_name text,
  category_id uuid,
  is_pinned boolean NOT NULL DEFAULT false,
  pinned_by uuid,
  is_adult boolean NOT NULL DEFAULT false,
  is_locked boolean NOT NULL DEFAULT false,
  reply_count integer NOT NULL DEFAULT 0,
  fingerprint text NOT NULL,
  last_reply_at timestamptz
);
CREATE UNIQUE INDEX forum_posts_submit_key ON forum_posts (author_id, submit_id);
CREATE INDEX forum_posts_list_idx ON forum_posts (is_pinned, created_at, id) WHERE state = 'published' AND NOT is_adult;
CREATE INDEX forum_posts_list_adult_idx ON forum_posts (is_pinned, created_at, id) WHERE state = 'published';
CREATE INDEX forum_posts_name_idx ON forum_posts (category_name, is_pinned, created_at, id) WHERE state = 'published' AND category_name IS NOT NULL;
CREATE INDEX forum_posts_category_idx ON forum_posts (category_id, is_pinned, created_at, id) WHERE state = 'published' AND category_id IS NOT NULL;
CREATE INDEX forum_posts_active_idx ON forum_posts (coalesce(last_reply_at, created_at), id) WHERE state = 'published';
CREATE INDEX forum_posts_author_idx ON forum_posts (author_id, created_at, id);
CREATE INDEX forum_posts_renderer_idx ON forum_posts (renderer);
CREATE INDEX forum_posts_fingerprint_idx ON forum_posts (fingerprint, created_at);
CREATE INDEX forum_posts_removed_idx ON forum_posts (removed_at) WHERE state = 'removed';

CREATE TABLE post_replies (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  place bigint GENERATED BY DEFAULT AS IDENTITY,
  excerpt text NOT NULL,
  post_id uuid NOT NULL,
  author_id uuid NOT NULL,
  in_reply_to uuid
);
CREATE UNIQUE INDEX post_replies_submit_key ON post_replies (author_id, submit_id);
CREATE INDEX post_replies_post_idx ON post_replies (post_id, place);
CREATE INDEX post_replies_renderer_idx ON post_replies (renderer);
CREATE INDEX post_replies_author_idx ON post_replies (author_id, created_at);
CREATE INDEX post_replies_removed_idx ON post_replies (removed_at) WHERE state = 'removed';

CREATE TABLE post_unlocks (
  post_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  price integer NOT NULL DEFAULT 100,
  created_at timestamptz NOT NULL,
  CONSTRAINT post_unlocks_post_id_profile_id_pk PRIMARY KEY (post_id, profile_id)
);
CREATE INDEX post_unlocks_profile_idx ON post_unlocks (profile_id, created_at);

CREATE TABLE post_readers (
  profile_id uuid NOT NULL,
  post_id uuid NOT NULL,
  bookmarked_at timestamptz,
  watching boolean NOT NULL DEFAULT false,
  last_read_at timestamptz,
  replies_read integer NOT NULL DEFAULT 0,
  CONSTRAINT post_readers_profile_id_post_id_pk PRIMARY KEY (profile_id, post_id)
);
CREATE INDEX post_readers_bookmark_idx ON post_readers (profile_id, bookmarked_at, post_id) WHERE bookmarked_at IS NOT NULL;
CREATE INDEX post_readers_watchers_idx ON post_readers (post_id, profile_id) WHERE watching;

CREATE TABLE forum_visits (
  profile_id uuid PRIMARY KEY,
  last_at timestamptz NOT NULL,
  previous_at timestamptz,
  list_order text
);

-- server/features/feed

CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  user_id uuid,
  author_id uuid NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  file_url text,
  file_type text,
  has_image boolean NOT NULL,
  has_audio boolean NOT NULL,
  has_video boolean NOT NULL,
  has_poll boolean NOT NULL,
  is_adult boolean NOT NULL DEFAULT false,
  is_unreleased boolean NOT NULL DEFAULT false,
  like_count integer NOT NULL DEFAULT 0,
  comment_count integer NOT NULL DEFAULT 0,
  fingerprint text NOT NULL
);
CREATE UNIQUE INDEX uploads_submit_key ON uploads (author_id, submit_id);
CREATE INDEX uploads_list_idx ON uploads (created_at, id) WHERE state = 'published' AND NOT is_adult;
CREATE INDEX uploads_list_adult_idx ON uploads (created_at, id) WHERE state = 'published';
CREATE INDEX uploads_audio_idx ON uploads (created_at, id) WHERE state = 'published' AND has_audio;
CREATE INDEX uploads_video_idx ON uploads (created_at, id) WHERE state = 'published' AND has_video;
CREATE INDEX uploads_poll_idx ON uploads (created_at, id) WHERE state = 'published' AND has_poll;
CREATE INDEX uploads_author_idx ON uploads (author_id, created_at, id);
CREATE INDEX uploads_renderer_idx ON uploads (renderer);
CREATE INDEX uploads_removed_idx ON uploads (removed_at) WHERE state = 'removed';

CREATE TABLE upload_files (
  id uuid PRIMARY KEY,
  upload_id uuid NOT NULL,
  position smallint NOT NULL,
  kind text NOT NULL,
  file_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  version_at timestamptz NOT NULL,
  play_count integer NOT NULL DEFAULT 0
);
CREATE INDEX upload_files_upload_idx ON upload_files (upload_id, position);

CREATE TABLE track_versions (
  track_id uuid NOT NULL,
  version integer NOT NULL,
  file_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT track_versions_track_id_version_pk PRIMARY KEY (track_id, version)
);

CREATE TABLE upload_likes (
  upload_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT upload_likes_upload_id_user_id_pk PRIMARY KEY (upload_id, user_id)
);
CREATE INDEX upload_likes_user_idx ON upload_likes (user_id, created_at);

CREATE TABLE upload_comments (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  place bigint GENERATED BY DEFAULT AS IDENTITY,
  excerpt text NOT NULL,
  upload_id uuid NOT NULL,
  author_id uuid NOT NULL,
  track_id uuid,
  at_ms integer,
  mark text
);
CREATE UNIQUE INDEX upload_comments_submit_key ON upload_comments (author_id, submit_id);
CREATE INDEX upload_comments_upload_idx ON upload_comments (upload_id, place);
CREATE INDEX upload_comments_moment_idx ON upload_comments (track_id, place) WHERE state = 'published' AND track_id IS NOT NULL;
CREATE INDEX upload_comments_author_idx ON upload_comments (author_id, created_at);
CREATE INDEX upload_comments_renderer_idx ON upload_comments (renderer);
CREATE INDEX upload_comments_removed_idx ON upload_comments (removed_at) WHERE state = 'removed';

CREATE TABLE polls (
  upload_id uuid PRIMARY KEY,
  question text NOT NULL,
  closes_at timestamptz NOT NULL,
  total integer NOT NULL DEFAULT 0
);

CREATE TABLE poll_options (
  id uuid PRIMARY KEY,
  upload_id uuid NOT NULL,
  position smallint NOT NULL,
  label text NOT NULL,
  votes integer NOT NULL DEFAULT 0
);
CREATE INDEX poll_options_upload_idx ON poll_options (upload_id, position);

CREATE TABLE poll_votes (
  upload_id uuid NOT NULL,
  user_id uuid NOT NULL,
  option_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT poll_votes_upload_id_user_id_pk PRIMARY KEY (upload_id, user_id)
);
CREATE INDEX poll_votes_user_idx ON poll_votes (user_id);

CREATE TABLE upload_tags (
  upload_id uuid NOT NULL,
  tag text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT upload_tags_upload_id_tag_pk PRIMARY KEY (upload_id, tag)
);
CREATE INDEX upload_tags_tag_idx ON upload_tags (tag, created_at, upload_id);
CREATE INDEX upload_tags_created_idx ON upload_tags (created_at);

CREATE TABLE plays (
  id uuid PRIMARY KEY,
  track_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  listener text NOT NULL,
  network text,
  link_id uuid,
  needed_ms integer NOT NULL,
  started_at timestamptz NOT NULL,
  heard_at timestamptz,
  mark text,
  counted_at timestamptz
);
CREATE INDEX plays_listener_idx ON plays (listener, track_id, counted_at);
CREATE INDEX plays_counted_idx ON plays (track_id) WHERE counted_at IS NOT NULL;
CREATE INDEX plays_open_idx ON plays (started_at) WHERE counted_at IS NULL;
CREATE INDEX plays_network_idx ON plays (network, track_id, heard_at) WHERE network IS NOT NULL;
CREATE INDEX plays_heard_idx ON plays (heard_at) WHERE network IS NOT NULL;

-- server/features/gallery

CREATE TABLE gallery_images (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  decided_by uuid,
  decided_at timestamptz,
  title text NOT NULL,
  description text NOT NULL,
  search_text text NOT NULL,
  uploader_id uuid NOT NULL,
  file_id uuid NOT NULL,
  file_size bigint NOT NULL,
  file_type text NOT NULL,
  is_approved boolean GENERATED ALWAYS AS (state = 'published') STORED,
  is_featured boolean NOT NULL DEFAULT false,
  is_adult boolean NOT NULL,
  like_count integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX gallery_images_submit_key ON gallery_images (uploader_id, submit_id);
CREATE INDEX gallery_images_list_idx ON gallery_images (is_featured, created_at, id) WHERE state = 'published' AND NOT is_adult;
CREATE INDEX gallery_images_list_adult_idx ON gallery_images (is_featured, created_at, id) WHERE state = 'published';
CREATE INDEX gallery_images_newest_idx ON gallery_images (created_at, id) WHERE state = 'published';
CREATE INDEX gallery_images_search_idx ON gallery_images USING gin (search_text gin_trgm_ops) WHERE state = 'published';
CREATE INDEX gallery_images_uploader_idx ON gallery_images (uploader_id, created_at, id);
CREATE INDEX gallery_images_pending_idx ON gallery_images (created_at, id) WHERE state = 'pending';
CREATE INDEX gallery_images_removed_idx ON gallery_images (removed_at) WHERE state = 'removed';

CREATE TABLE gallery_likes (
  image_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT gallery_likes_image_id_user_id_pk PRIMARY KEY (image_id, user_id)
);
CREATE INDEX gallery_likes_user_idx ON gallery_likes (user_id, created_at);

-- server/features/sharing

CREATE TABLE songs (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  author_id uuid NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  html text NOT NULL,
  summary text NOT NULL,
  renderer smallint NOT NULL,
  tags text[] NOT NULL,
  search_text text NOT NULL,
  is_adult boolean NOT NULL DEFAULT false,
  like_count integer NOT NULL DEFAULT 0,
  reply_count integer NOT NULL DEFAULT 0,
  fingerprint text NOT NULL,
  artist text NOT NULL,
  url text,
  platform text NOT NULL,
  upload_id uuid,
  track_id uuid
);
CREATE UNIQUE INDEX songs_submit_key ON songs (author_id, submit_id);
CREATE INDEX songs_newest_idx ON songs (created_at, id) WHERE state = 'published';
CREATE INDEX songs_liked_idx ON songs (like_count, created_at, id) WHERE state = 'published';
CREATE INDEX songs_type_newest_idx ON songs (platform, created_at, id) WHERE state = 'published';
CREATE INDEX songs_type_liked_idx ON songs (platform, like_count, created_at, id) WHERE state = 'published';
CREATE INDEX songs_tags_idx ON songs USING gin (tags) WHERE state = 'published';
CREATE INDEX songs_search_idx ON songs USING gin (search_text gin_trgm_ops) WHERE state = 'published';
CREATE INDEX songs_author_idx ON songs (author_id, created_at, id);
CREATE INDEX songs_waiting_idx ON songs (created_at, id) WHERE state IN ('pending', 'held');
CREATE INDEX songs_renderer_idx ON songs (renderer);
CREATE INDEX songs_removed_idx ON songs (removed_at) WHERE state = 'removed';
CREATE INDEX songs_upload_idx ON songs (upload_id) WHERE upload_id IS NOT NULL;

CREATE TABLE song_likes (
  song_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT song_likes_song_id_user_id_pk PRIMARY KEY (song_id, user_id)
);
CREATE INDEX song_likes_user_idx ON song_likes (user_id, created_at);

CREATE TABLE song_replies (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  place bigint GENERATED BY DEFAULT AS IDENTITY,
  excerpt text NOT NULL,
  song_id uuid NOT NULL,
  author_id uuid NOT NULL,
  user_id uuid
);
CREATE UNIQUE INDEX song_replies_submit_key ON song_replies (author_id, submit_id);
CREATE INDEX song_replies_item_idx ON song_replies (song_id, place);
CREATE INDEX song_replies_author_idx ON song_replies (author_id, created_at);
CREATE INDEX song_replies_renderer_idx ON song_replies (renderer);
CREATE INDEX song_replies_removed_idx ON song_replies (removed_at) WHERE state = 'removed';

CREATE TABLE drumkits (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  author_id uuid NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  html text NOT NULL,
  summary text NOT NULL,
  renderer smallint NOT NULL,
  tags text[] NOT NULL,
  search_text text NOT NULL,
  is_adult boolean NOT NULL DEFAULT false,
  like_count integer NOT NULL DEFAULT 0,
  reply_count integer NOT NULL DEFAULT 0,
  fingerprint text NOT NULL,
  download_count integer NOT NULL DEFAULT 0,
  download_url text,
  preview_url text,
  licence text NOT NULL,
  licence_text text NOT NULL,
  archive_file_id uuid,
  archive_version integer,
  price integer
);
CREATE UNIQUE INDEX drumkits_submit_key ON drumkits (author_id, submit_id);
CREATE INDEX drumkits_newest_idx ON drumkits (created_at, id) WHERE state = 'published';
CREATE INDEX drumkits_liked_idx ON drumkits (like_count, created_at, id) WHERE state = 'published';
CREATE INDEX drumkits_tags_idx ON drumkits USING gin (tags) WHERE state = 'published';
CREATE INDEX drumkits_search_idx ON drumkits USING gin (search_text gin_trgm_ops) WHERE state = 'published';
CREATE INDEX drumkits_author_idx ON drumkits (author_id, created_at, id);
CREATE INDEX drumkits_waiting_idx ON drumkits (created_at, id) WHERE state IN ('pending', 'held');
CREATE INDEX drumkits_renderer_idx ON drumkits (renderer);
CREATE INDEX drumkits_removed_idx ON drumkits (removed_at) WHERE state = 'removed';

CREATE TABLE drumkit_likes (
  drumkit_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT drumkit_likes_drumkit_id_user_id_pk PRIMARY KEY (drumkit_id, user_id)
);
CREATE INDEX drumkit_likes_user_idx ON drumkit_likes (user_id, created_at);

CREATE TABLE drumkit_replies (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  place bigint GENERATED BY DEFAULT AS IDENTITY,
  excerpt text NOT NULL,
  drumkit_id uuid NOT NULL,
  author_id uuid NOT NULL,
  user_id uuid
);
CREATE UNIQUE INDEX drumkit_replies_submit_key ON drumkit_replies (author_id, submit_id);
CREATE INDEX drumkit_replies_item_idx ON drumkit_replies (drumkit_id, place);
CREATE INDEX drumkit_replies_author_idx ON drumkit_replies (author_id, created_at);
CREATE INDEX drumkit_replies_renderer_idx ON drumkit_replies (renderer);
CREATE INDEX drumkit_replies_removed_idx ON drumkit_replies (removed_at) WHERE state = 'removed';

CREATE TABLE editing_packs (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  author_id uuid NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  html text NOT NULL,
  summary text NOT NULL,
  renderer smallint NOT NULL,
  tags text[] NOT NULL,
  search_text text NOT NULL,
  is_adult boolean NOT NULL DEFAULT false,
  like_count integer NOT NULL DEFAULT 0,
  reply_count integer NOT NULL DEFAULT 0,
  fingerprint text NOT NULL,
  download_count integer NOT NULL DEFAULT 0,
  download_url text,
  preview_url text,
  licence text NOT NULL,
  licence_text text NOT NULL,
  archive_file_id uuid,
  archive_version integer,
  price integer,
  pack_type text NOT NULL
);
CREATE UNIQUE INDEX editing_packs_submit_key ON editing_packs (author_id, submit_id);
CREATE INDEX editing_packs_newest_idx ON editing_packs (created_at, id) WHERE state = 'published';
CREATE INDEX editing_packs_liked_idx ON editing_packs (like_count, created_at, id) WHERE state = 'published';
CREATE INDEX editing_packs_type_newest_idx ON editing_packs (pack_type, created_at, id) WHERE state = 'published';
CREATE INDEX editing_packs_type_liked_idx ON editing_packs (pack_type, like_count, created_at, id) WHERE state = 'published';
CREATE INDEX editing_packs_tags_idx ON editing_packs USING gin (tags) WHERE state = 'published';
CREATE INDEX editing_packs_search_idx ON editing_packs USING gin (search_text gin_trgm_ops) WHERE state = 'published';
CREATE INDEX editing_packs_author_idx ON editing_packs (author_id, created_at, id);
CREATE INDEX editing_packs_waiting_idx ON editing_packs (created_at, id) WHERE state IN ('pending', 'held');
CREATE INDEX editing_packs_renderer_idx ON editing_packs (renderer);
CREATE INDEX editing_packs_removed_idx ON editing_packs (removed_at) WHERE state = 'removed';

CREATE TABLE editing_pack_likes (
  editing_pack_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT editing_pack_likes_editing_pack_id_user_id_pk PRIMARY KEY (editing_pack_id, user_id)
);
CREATE INDEX editing_pack_likes_user_idx ON editing_pack_likes (user_id, created_at);

CREATE TABLE editing_pack_replies (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  place bigint GENERATED BY DEFAULT AS IDENTITY,
  excerpt text NOT NULL,
  editing_pack_id uuid NOT NULL,
  author_id uuid NOT NULL,
  user_id uuid
);
CREATE UNIQUE INDEX editing_pack_replies_submit_key ON editing_pack_replies (author_id, submit_id);
CREATE INDEX editing_pack_replies_item_idx ON editing_pack_replies (editing_pack_id, place);
CREATE INDEX editing_pack_replies_author_idx ON editing_pack_replies (author_id, created_at);
CREATE INDEX editing_pack_replies_renderer_idx ON editing_pack_replies (renderer);
CREATE INDEX editing_pack_replies_removed_idx ON editing_pack_replies (removed_at) WHERE state = 'removed';

CREATE TABLE leaks (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  author_id uuid NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  html text NOT NULL,
  summary text NOT NULL,
  renderer smallint NOT NULL,
  tags text[] NOT NULL,
  search_text text NOT NULL,
  is_adult boolean NOT NULL DEFAULT false,
  like_count integer NOT NULL DEFAULT 0,
  reply_count integer NOT NULL DEFAULT 0,
  fingerprint text NOT NULL,
  download_count integer NOT NULL DEFAULT 0,
  content_url text,
  leak_type text NOT NULL,
  rights_wording text NOT NULL,
  rights_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX leaks_submit_key ON leaks (author_id, submit_id);
CREATE INDEX leaks_newest_idx ON leaks (created_at, id) WHERE state = 'published';
CREATE INDEX leaks_liked_idx ON leaks (like_count, created_at, id) WHERE state = 'published';
CREATE INDEX leaks_type_newest_idx ON leaks (leak_type, created_at, id) WHERE state = 'published';
CREATE INDEX leaks_type_liked_idx ON leaks (leak_type, like_count, created_at, id) WHERE state = 'published';
CREATE INDEX leaks_tags_idx ON leaks USING gin (tags) WHERE state = 'published';
CREATE INDEX leaks_search_idx ON leaks USING gin (search_text gin_trgm_ops) WHERE state = 'published';
CREATE INDEX leaks_author_idx ON leaks (author_id, created_at, id);
CREATE INDEX leaks_waiting_idx ON leaks (created_at, id) WHERE state IN ('pending', 'held');
CREATE INDEX leaks_renderer_idx ON leaks (renderer);
CREATE INDEX leaks_removed_idx ON leaks (removed_at) WHERE state = 'removed';

CREATE TABLE leak_likes (
  leak_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT leak_likes_leak_id_user_id_pk PRIMARY KEY (leak_id, user_id)
);
CREATE INDEX leak_likes_user_idx ON leak_likes (user_id, created_at);

CREATE TABLE leak_replies (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  place bigint GENERATED BY DEFAULT AS IDENTITY,
  excerpt text NOT NULL,
  leak_id uuid NOT NULL,
  author_id uuid NOT NULL,
  user_id uuid
);
CREATE UNIQUE INDEX leak_replies_submit_key ON leak_replies (author_id, submit_id);
CREATE INDEX leak_replies_item_idx ON leak_replies (leak_id, place);
CREATE INDEX leak_replies_author_idx ON leak_replies (author_id, created_at);
CREATE INDEX leak_replies_renderer_idx ON leak_replies (renderer);
CREATE INDEX leak_replies_removed_idx ON leak_replies (removed_at) WHERE state = 'removed';

CREATE TABLE self_promotion_posts (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  author_id uuid NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  html text NOT NULL,
  summary text NOT NULL,
  renderer smallint NOT NULL,
  tags text[] NOT NULL,
  search_text text NOT NULL,
  is_adult boolean NOT NULL DEFAULT false,
  like_count integer NOT NULL DEFAULT 0,
  reply_count integer NOT NULL DEFAULT 0,
  fingerprint text NOT NULL,
  link_url text,
  post_type text NOT NULL,
  is_approved boolean GENERATED ALWAYS AS (state = 'published') STORED,
  decided_by uuid,
  decided_at timestamptz
);
CREATE UNIQUE INDEX self_promotion_posts_submit_key ON self_promotion_posts (author_id, submit_id);
CREATE INDEX self_promotion_posts_newest_idx ON self_promotion_posts (created_at, id) WHERE state = 'published';
CREATE INDEX self_promotion_posts_liked_idx ON self_promotion_posts (like_count, created_at, id) WHERE state = 'published';
CREATE INDEX self_promotion_posts_type_newest_idx ON self_promotion_posts (post_type, created_at, id) WHERE state = 'published';
CREATE INDEX self_promotion_posts_type_liked_idx ON self_promotion_posts (post_type, like_count, created_at, id) WHERE state = 'published';
CREATE INDEX self_promotion_posts_tags_idx ON self_promotion_posts USING gin (tags) WHERE state = 'published';
CREATE INDEX self_promotion_posts_search_idx ON self_promotion_posts USING gin (search_text gin_trgm_ops) WHERE state = 'published';
CREATE INDEX self_promotion_posts_author_idx ON self_promotion_posts (author_id, created_at, id);
CREATE INDEX self_promotion_posts_waiting_idx ON self_promotion_posts (created_at, id) WHERE state IN ('pending', 'held');
CREATE INDEX self_promotion_posts_renderer_idx ON self_promotion_posts (renderer);
CREATE INDEX self_promotion_posts_removed_idx ON self_promotion_posts (removed_at) WHERE state = 'removed';

CREATE TABLE self_promotion_post_likes (
  self_promotion_post_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT self_promotion_post_likes_self_promotion_post_id_user_id_pk PRIMARY KEY (self_promotion_post_id, user_id)
);
CREATE INDEX self_promotion_post_likes_user_idx ON self_promotion_post_likes (user_id, created_at);

CREATE TABLE self_promotion_post_replies (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  place bigint GENERATED BY DEFAULT AS IDENTITY,
  excerpt text NOT NULL,
  self_promotion_post_id uuid NOT NULL,
  author_id uuid NOT NULL,
  user_id uuid
);
CREATE UNIQUE INDEX self_promotion_post_replies_submit_key ON self_promotion_post_replies (author_id, submit_id);
CREATE INDEX self_promotion_post_replies_item_idx ON self_promotion_post_replies (self_promotion_post_id, place);
CREATE INDEX self_promotion_post_replies_author_idx ON self_promotion_post_replies (author_id, created_at);
CREATE INDEX self_promotion_post_replies_renderer_idx ON self_promotion_post_replies (renderer);
CREATE INDEX self_promotion_post_replies_removed_idx ON self_promotion_post_replies (removed_at) WHERE state = 'removed';

CREATE TABLE sets (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  author_id uuid NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  html text NOT NULL,
  summary text NOT NULL,
  renderer smallint NOT NULL,
  tags text[] NOT NULL,
  search_text text NOT NULL,
  is_adult boolean NOT NULL DEFAULT false,
  like_count integer NOT NULL DEFAULT 0,
  reply_count integer NOT NULL DEFAULT 0,
  fingerprint text NOT NULL,
  preview_url text,
  set_type text NOT NULL,
  release_at timestamptz,
  is_scheduled boolean NOT NULL DEFAULT false,
  is_unreleased boolean NOT NULL DEFAULT false,
  entry_count integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX sets_submit_key ON sets (author_id, submit_id);
CREATE INDEX sets_newest_idx ON sets (created_at, id) WHERE state = 'published';
CREATE INDEX sets_liked_idx ON sets (like_count, created_at, id) WHERE state = 'published';
CREATE INDEX sets_type_newest_idx ON sets (set_type, created_at, id) WHERE state = 'published';
CREATE INDEX sets_type_liked_idx ON sets (set_type, like_count, created_at, id) WHERE state = 'published';
CREATE INDEX sets_tags_idx ON sets USING gin (tags) WHERE state = 'published';
CREATE INDEX sets_search_idx ON sets USING gin (search_text gin_trgm_ops) WHERE state = 'published';
CREATE INDEX sets_author_idx ON sets (author_id, created_at, id);
CREATE INDEX sets_waiting_idx ON sets (created_at, id) WHERE state IN ('pending', 'held');
CREATE INDEX sets_renderer_idx ON sets (renderer);
CREATE INDEX sets_removed_idx ON sets (removed_at) WHERE state = 'removed';
CREATE INDEX sets_scheduled_idx ON sets (release_at) WHERE is_scheduled;

CREATE TABLE set_likes (
  set_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT set_likes_set_id_user_id_pk PRIMARY KEY (set_id, user_id)
);
CREATE INDEX set_likes_user_idx ON set_likes (user_id, created_at);

CREATE TABLE set_replies (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  place bigint GENERATED BY DEFAULT AS IDENTITY,
  excerpt text NOT NULL,
  set_id uuid NOT NULL,
  author_id uuid NOT NULL,
  user_id uuid
);
CREATE UNIQUE INDEX set_replies_submit_key ON set_replies (author_id, submit_id);
CREATE INDEX set_replies_item_idx ON set_replies (set_id, place);
CREATE INDEX set_replies_author_idx ON set_replies (author_id, created_at);
CREATE INDEX set_replies_renderer_idx ON set_replies (renderer);
CREATE INDEX set_replies_removed_idx ON set_replies (removed_at) WHERE state = 'removed';

CREATE TABLE sharing_downloads (
  item_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT sharing_downloads_item_id_user_id_pk PRIMARY KEY (item_id, user_id)
);
CREATE INDEX sharing_downloads_user_idx ON sharing_downloads (user_id, created_at);

CREATE TABLE kit_versions (
  id uuid PRIMARY KEY,
  item_id uuid NOT NULL,
  item_kind text NOT NULL,
  number integer NOT NULL,
  file_id uuid NOT NULL,
  notes text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX kit_versions_item_key ON kit_versions (item_id, number);
CREATE UNIQUE INDEX kit_versions_file_key ON kit_versions (file_id);

CREATE TABLE sharing_purchases (
  item_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  price integer NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT sharing_purchases_item_id_profile_id_pk PRIMARY KEY (item_id, profile_id)
);
CREATE INDEX sharing_purchases_profile_idx ON sharing_purchases (profile_id, created_at);

-- server/features/sets

CREATE TABLE set_entries (
  id uuid PRIMARY KEY,
  set_id uuid NOT NULL,
  place integer NOT NULL,
  upload_id uuid,
  track_id uuid,
  song_id uuid,
  added_at timestamptz NOT NULL
);
CREATE INDEX set_entries_set_idx ON set_entries (set_id, place, id);
CREATE UNIQUE INDEX set_entries_track_key ON set_entries (set_id, track_id) WHERE track_id IS NOT NULL;
CREATE UNIQUE INDEX set_entries_song_key ON set_entries (set_id, song_id) WHERE song_id IS NOT NULL;
CREATE INDEX set_entries_upload_idx ON set_entries (upload_id, set_id);

-- server/features/announcements

CREATE TABLE announcements (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  author_id uuid,
  announcement_type text NOT NULL,
  priority smallint NOT NULL,
  expires_at timestamptz,
  publish_at timestamptz,
  is_published boolean NOT NULL DEFAULT true,
  was_published boolean NOT NULL DEFAULT true,
  is_pinned boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  edited_by uuid
);
CREATE UNIQUE INDEX announcements_submit_key ON announcements (author_id, submit_id);
CREATE INDEX announcements_order_idx ON announcements (is_pinned, priority, created_at, id);

-- server/features/showcase

CREATE TABLE spotify_showcases (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  artist_id text NOT NULL,
  artist_name text NOT NULL,
  profile_image_url text,
  followers_count integer NOT NULL,
  monthly_listeners integer NOT NULL,
  top_track_name text,
  typed_followers integer NOT NULL,
  typed_top_track text,
  is_verified boolean NOT NULL DEFAULT false,
  has_verified_track boolean NOT NULL DEFAULT false,
  is_unknown boolean NOT NULL DEFAULT false,
  refreshed_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT spotify_showcases_user_id_unique UNIQUE (user_id)
);
CREATE INDEX spotify_showcases_list_idx ON spotify_showcases (is_verified, followers_count, id) WHERE NOT is_unknown;

-- server/features/payments

CREATE TABLE payment_customers (
  profile_id uuid NOT NULL,
  provider text NOT NULL,
  provider_id text,
  sync_started integer NOT NULL DEFAULT 0,
  sync_applied integer NOT NULL DEFAULT 0,
  synced_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT payment_customers_profile_id_provider_pk PRIMARY KEY (profile_id, provider)
);
CREATE UNIQUE INDEX payment_customers_provider_key ON payment_customers (provider, provider_id);

CREATE TABLE payment_sessions (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL,
  provider text NOT NULL,
  provider_id text,
  product text NOT NULL,
  slot text NOT NULL,
  url text,
  state text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX payment_sessions_provider_key ON payment_sessions (provider, provider_id);
CREATE UNIQUE INDEX payment_sessions_open_key ON payment_sessions (profile_id, provider, slot) WHERE state = 'open';

CREATE TABLE subscriptions (
  provider text NOT NULL,
  provider_id text NOT NULL,
  profile_id uuid NOT NULL,
  product text,
  status text NOT NULL,
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  ends_at timestamptz,
  is_reversed boolean NOT NULL DEFAULT false,
  CONSTRAINT subscriptions_provider_provider_id_pk PRIMARY KEY (provider, provider_id)
);
CREATE INDEX subscriptions_profile_idx ON subscriptions (profile_id);

CREATE TABLE purchases (
  provider text NOT NULL,
  provider_id text NOT NULL,
  profile_id uuid NOT NULL,
  product text,
  cents integer NOT NULL,
  currency text NOT NULL,
  state text NOT NULL,
  paid_at timestamptz NOT NULL,
  CONSTRAINT purchases_provider_provider_id_pk PRIMARY KEY (provider, provider_id)
);
CREATE INDEX purchases_profile_idx ON purchases (profile_id);

CREATE TABLE payment_invoices (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  provider_id text NOT NULL,
  profile_id uuid,
  number text,
  title text NOT NULL,
  status text NOT NULL,
  total_cents integer NOT NULL,
  tax_cents integer NOT NULL,
  refunded_cents integer NOT NULL,
  currency text NOT NULL,
  url text,
  created_at timestamptz NOT NULL,
  paid_at timestamptz
);
CREATE UNIQUE INDEX payment_invoices_provider_key ON payment_invoices (provider, provider_id);
CREATE INDEX payment_invoices_profile_idx ON payment_invoices (profile_id, created_at, id);

CREATE TABLE payment_events (
  provider text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  profile_id uuid,
  received_at timestamptz NOT NULL,
  CONSTRAINT payment_events_provider_id_pk PRIMARY KEY (provider, id)
);
CREATE INDEX payment_events_received_idx ON payment_events (received_at);

CREATE TABLE test_payments (
  customer_id text PRIMARY KEY,
  account jsonb NOT NULL
);

-- server/features/parties

CREATE TABLE listening_parties (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  spotify_playlist_id text,
  host_id uuid NOT NULL,
  is_adult boolean NOT NULL,
  starts_at timestamptz,
  ended_at timestamptz,
  is_active boolean GENERATED ALWAYS AS (state = 'published' AND ended_at IS NULL) STORED,
  participant_count integer NOT NULL DEFAULT 0,
  message_count integer NOT NULL DEFAULT 0,
  seen_at timestamptz NOT NULL,
  chat_is_off boolean NOT NULL DEFAULT false,
  slow_seconds smallint NOT NULL DEFAULT 0,
  is_dj_mode boolean NOT NULL DEFAULT false,
  stage_holder_id uuid,
  stage_item_id uuid,
  stage_is_playing boolean NOT NULL DEFAULT false,
  stage_position_ms integer NOT NULL DEFAULT 0,
  stage_at timestamptz NOT NULL,
  stage_version integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX listening_parties_submit_key ON listening_parties (host_id, submit_id);
CREATE INDEX listening_parties_active_idx ON listening_parties (created_at, id) WHERE state = 'published' AND ended_at IS NULL;
CREATE INDEX listening_parties_starts_idx ON listening_parties (starts_at, id) WHERE state = 'published' AND ended_at IS NULL AND starts_at IS NOT NULL;
CREATE INDEX listening_parties_ended_idx ON listening_parties (ended_at, id) WHERE state = 'published' AND ended_at IS NOT NULL;
CREATE INDEX listening_parties_removed_idx ON listening_parties (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE listening_party_participants (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL,
  participant_id uuid NOT NULL,
  is_moderator boolean NOT NULL DEFAULT false,
  joined_at timestamptz NOT NULL,
  left_at timestamptz,
  removed_at timestamptz,
  removed_by uuid,
  is_away boolean NOT NULL DEFAULT false,
  seen_at timestamptz NOT NULL,
  dj_at timestamptz,
  turn_at timestamptz,
  round_trip_ms integer
);
CREATE UNIQUE INDEX listening_party_participants_key ON listening_party_participants (party_id, participant_id);
CREATE INDEX listening_party_participants_room_idx ON listening_party_participants (party_id, joined_at, id) WHERE left_at IS NULL AND removed_at IS NULL;
CREATE INDEX listening_party_participants_member_idx ON listening_party_participants (participant_id);

CREATE TABLE listening_party_presence (
  party_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  minute timestamptz NOT NULL,
  CONSTRAINT listening_party_presence_party_id_minute_profile_id_pk PRIMARY KEY (party_id, minute, profile_id)
);
CREATE INDEX listening_party_presence_minute_idx ON listening_party_presence (minute);
CREATE INDEX listening_party_presence_member_idx ON listening_party_presence (profile_id);

CREATE TABLE listening_party_reminders (
  party_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  CONSTRAINT listening_party_reminders_party_id_profile_id_pk PRIMARY KEY (party_id, profile_id)
);
CREATE INDEX listening_party_reminders_member_idx ON listening_party_reminders (profile_id);

CREATE TABLE chat_messages (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  state_before text,
  removed_by uuid,
  removed_at timestamptz,
  removed_reason text,
  version integer NOT NULL DEFAULT 1,
  submit_id uuid NOT NULL,
  edited_at timestamptz,
  edited_by uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  html text NOT NULL,
  renderer smallint NOT NULL,
  place bigint GENERATED BY DEFAULT AS IDENTITY,
  excerpt text NOT NULL,
  party_id uuid NOT NULL,
  author_id uuid NOT NULL,
  message_type text NOT NULL,
  file_id uuid
);
CREATE UNIQUE INDEX chat_messages_submit_key ON chat_messages (author_id, submit_id);
CREATE INDEX chat_messages_party_idx ON chat_messages (party_id, place);
CREATE INDEX chat_messages_author_idx ON chat_messages (author_id, created_at, id);
CREATE INDEX chat_messages_removed_idx ON chat_messages (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE listening_party_queue (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  track_id uuid NOT NULL,
  added_by uuid NOT NULL,
  added_at timestamptz NOT NULL,
  votes integer NOT NULL DEFAULT 0,
  place integer,
  state text NOT NULL,
  started_at timestamptz,
  ended_at timestamptz
);
CREATE UNIQUE INDEX listening_party_queue_track_key ON listening_party_queue (party_id, track_id) WHERE state = 'queued';
CREATE INDEX listening_party_queue_state_idx ON listening_party_queue (party_id, state, place);
CREATE INDEX listening_party_queue_upload_idx ON listening_party_queue (upload_id);
CREATE INDEX listening_party_queue_member_idx ON listening_party_queue (added_by);

CREATE TABLE listening_party_playback (
  item_id uuid NOT NULL,
  after_ms integer NOT NULL,
  version integer NOT NULL,
  position_ms integer NOT NULL,
  is_playing boolean NOT NULL,
  CONSTRAINT listening_party_playback_item_id_version_pk PRIMARY KEY (item_id, version)
);

CREATE TABLE listening_party_votes (
  item_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  kind text NOT NULL,
  CONSTRAINT listening_party_votes_item_id_kind_profile_id_pk PRIMARY KEY (item_id, kind, profile_id)
);
CREATE INDEX listening_party_votes_member_idx ON listening_party_votes (profile_id);

CREATE TABLE listening_party_reactions (
  item_id uuid NOT NULL,
  key text NOT NULL,
  second integer NOT NULL,
  count integer NOT NULL,
  CONSTRAINT listening_party_reactions_item_id_second_key_pk PRIMARY KEY (item_id, second, key)
);

-- server/features/community

CREATE TABLE site_statistics (
  id integer PRIMARY KEY,
  members integer NOT NULL,
  staff integer NOT NULL DEFAULT 0,
  special_roles integer NOT NULL DEFAULT 0,
  posts integer NOT NULL,
  replies integer NOT NULL,
  xp bigint NOT NULL,
  counted_at timestamptz NOT NULL,
  took_ms integer NOT NULL DEFAULT 0
);

-- server/features/search

CREATE TABLE search_documents (
  id uuid NOT NULL,
  part smallint NOT NULL,
  kind text NOT NULL,
  parent_id uuid,
  author_id uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  reception integer NOT NULL,
  is_adult boolean NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  marks text NOT NULL,
  CONSTRAINT search_documents_id_part_pk PRIMARY KEY (id, part)
);
CREATE INDEX search_documents_words_idx ON search_documents USING gin (search_vector(title, body, marks)) WITH (gin_pending_list_limit = 256);
CREATE INDEX search_documents_author_idx ON search_documents (author_id);
-- How common the words of the index are, of three thousand in the place of one: searches ask it how far to look back.
ALTER INDEX search_documents_words_idx ALTER COLUMN 1 SET STATISTICS 300;

CREATE TABLE search_words (
  word text PRIMARY KEY,
  keys text[] NOT NULL
);
CREATE INDEX search_words_keys_idx ON search_words USING gin (keys) WITH (gin_pending_list_limit = 256);

-- Words with one of some keys. The planner takes a hundred keys for most of the vocabulary and would compare every word
-- with all of them: hundreds of milliseconds for 40,000 words. Here it may only use the index.
CREATE FUNCTION search_near_words(wanted text[], most integer) RETURNS SETOF text LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  SELECT word FROM search_words WHERE keys && wanted LIMIT most
$$;

CREATE TABLE search_state (
  one boolean PRIMARY KEY DEFAULT true,
  version integer NOT NULL,
  built_at timestamptz NOT NULL
);

-- server/features/staff

CREATE TABLE site_days (
  day date PRIMARY KEY,
  sign_ups integer NOT NULL,
  active integer NOT NULL,
  posts integer NOT NULL,
  plays integer NOT NULL,
  counted_at timestamptz NOT NULL
);

CREATE TABLE storage_days (
  day date PRIMARY KEY,
  database_bytes bigint NOT NULL,
  originals jsonb NOT NULL,
  derived jsonb NOT NULL,
  reclaimable jsonb NOT NULL,
  measured_at timestamptz NOT NULL
);

CREATE TABLE storage_members (
  profile_id uuid PRIMARY KEY,
  bytes bigint NOT NULL,
  files integer NOT NULL
);
