CREATE TABLE "payment_customers" (
	"profile_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text,
	"sync_started" integer DEFAULT 0 NOT NULL,
	"sync_applied" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_customers_profile_id_provider_pk" PRIMARY KEY("profile_id","provider")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"provider" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"profile_id" uuid,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_events_provider_id_pk" PRIMARY KEY("provider","id")
);
--> statement-breakpoint
CREATE TABLE "payment_invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"profile_id" uuid,
	"number" text,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"total_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"refunded_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"url" text,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text,
	"product" text NOT NULL,
	"slot" text NOT NULL,
	"url" text,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"product" text,
	"cents" integer NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	CONSTRAINT "purchases_provider_provider_id_pk" PRIMARY KEY("provider","provider_id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"product" text,
	"status" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"is_reversed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "subscriptions_provider_provider_id_pk" PRIMARY KEY("provider","provider_id")
);
--> statement-breakpoint
CREATE TABLE "test_payments" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"account" jsonb NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_customers_provider_key" ON "payment_customers" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "payment_events_received_idx" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_invoices_provider_key" ON "payment_invoices" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "payment_invoices_profile_idx" ON "payment_invoices" USING btree ("profile_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_sessions_provider_key" ON "payment_sessions" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_sessions_open_key" ON "payment_sessions" USING btree ("profile_id","provider","slot") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "purchases_profile_idx" ON "purchases" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "subscriptions_profile_idx" ON "subscriptions" USING btree ("profile_id");