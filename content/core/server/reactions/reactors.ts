import { type SQL, sql } from '#platform/server/db/database.ts';
import type { LikeTable } from '#content/core/server/type.ts';

/** Who liked a content: a query of `profile_id` and `created_at`. */
export const likesOf = ({ table, column }: LikeTable, id: string): SQL => sql`
  SELECT p.id AS profile_id, l.created_at FROM ${sql.raw(table)} l JOIN profiles p ON p.user_id = l.user_id WHERE l.${sql.raw(column)} = ${id}`;

/** Who reacted to a content: a query of `profile_id` and `created_at`. */
export const reactionsTo = (id: string): SQL =>
  sql`SELECT profile_id, created_at FROM content_reactions WHERE content_id = ${id}`;
