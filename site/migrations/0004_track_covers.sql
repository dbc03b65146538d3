ALTER TABLE "upload_files" ADD COLUMN "cover_file_id" uuid;--> statement-breakpoint
ALTER TABLE "upload_files" ADD COLUMN "hides_found_cover" boolean DEFAULT false NOT NULL;