CREATE TABLE "audit_chain" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_entry_id_unique" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","created_at","id");--> statement-breakpoint
-- What the hash of an entry covers, as one text without doubt about where a value ends. Times as seconds: no time zone.
CREATE FUNCTION audit_hash(before_hash bytea, entry audit_log) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(before_hash || convert_to(jsonb_build_array(entry.id, entry.actor_id, entry.action, entry.target_kind, entry.target_id,
    entry.reason, entry.details, extract(epoch FROM entry.created_at))::text, 'UTF8'))
$$;--> statement-breakpoint
-- Every entry of before this migration, in order.
DO $$
DECLARE entry audit_log; number bigint := 0; last bytea := ''::bytea;
BEGIN
  FOR entry IN SELECT * FROM audit_log ORDER BY created_at, id LOOP
    number := number + 1;
    last := audit_hash(last, entry);
    INSERT INTO audit_chain (seq, entry_id, hash) VALUES (number, entry.id, last);
  END LOOP;
END $$;--> statement-breakpoint
-- At the commit, when every other lock of the transaction is held: whoever waits here waits for a commit alone.
CREATE FUNCTION audit_append() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last audit_chain;
BEGIN
  PERFORM pg_advisory_xact_lock(7010426002);
  SELECT * INTO last FROM audit_chain ORDER BY seq DESC LIMIT 1;
  INSERT INTO audit_chain (seq, entry_id, hash)
  VALUES (coalesce(last.seq, 0) + 1, NEW.id, audit_hash(coalesce(last.hash, ''::bytea), NEW));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_log_append AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_append();--> statement-breakpoint
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();--> statement-breakpoint
CREATE TRIGGER audit_chain_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
