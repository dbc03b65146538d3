-- Digits are read as letters in the keys of names (`4da`). The job of skeletons fills in what is emptied here.
UPDATE "profiles" SET "username_key" = translate("username_key", '34789', 'eatbg'), "name_skeleton" = NULL WHERE "user_id" IS NOT NULL;--> statement-breakpoint
UPDATE "former_usernames" SET "name_key" = translate("name_key", '34789', 'eatbg');
