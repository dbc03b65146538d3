CREATE INDEX "forum_posts_renderer_idx" ON "forum_posts" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "post_replies_renderer_idx" ON "post_replies" USING btree ("renderer");