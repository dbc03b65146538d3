ALTER TABLE "files" ADD COLUMN "played_loudness" real;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "played_true_peak" real;