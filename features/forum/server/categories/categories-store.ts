import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';

export interface CategoryRow {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly sort_order: number;
  readonly is_active: boolean;
}

/** Rows of `forum_categories` by sort order. */
export async function categories(db: Executor, which: { active: boolean }): Promise<CategoryRow[]> {
  return await db.rows<CategoryRow>(sql`
    SELECT id, name, slug, description, sort_order, is_active FROM forum_categories WHERE (NOT ${which.active} OR is_active) ORDER BY sort_order, name`);
}

/** One active category by slug or id. */
export async function activeCategory(db: Executor, slugOrId: string): Promise<CategoryRow | null> {
  const [row] = await db.rows<CategoryRow>(
    sql`SELECT id, name, slug, description, sort_order, is_active FROM forum_categories WHERE is_active AND (slug = ${slugOrId} OR id::text = ${slugOrId}) LIMIT 1`,
  );
  return row ?? null;
}

/** Adds a category. @throws on a slug that is taken. */
export async function insertCategory(tx: Tx, row: CategoryRow, at: Date): Promise<void> {
  await tx.rows(sql`
    INSERT INTO forum_categories (id, name, slug, description, sort_order, is_active, created_at)
    VALUES (${row.id}, ${row.name}, ${row.slug}, ${row.description}, ${row.sort_order}, ${row.is_active}, ${at})`);
}

/** A slug that no other category has. */
export async function freeSlug(tx: Tx, wanted: string): Promise<string> {
  const rows = await tx.rows<{ slug: string }>(
    sql`SELECT slug FROM forum_categories WHERE slug = ${wanted} OR slug LIKE ${`${wanted}-%`}`,
  );
  const taken = new Set(rows.map((row) => row.slug));
  let slug = wanted;
  for (let number = 2; taken.has(slug); number++) slug = `${wanted}-${number}`;
  return slug;
}

/** A category, its row kept until the transaction ends. */
export async function lockCategory(tx: Tx, id: string): Promise<CategoryRow | undefined> {
  const [row] = await tx.rows<CategoryRow>(
    sql`SELECT id, name, slug, description, sort_order, is_active FROM forum_categories WHERE id = ${id} FOR UPDATE`,
  );
  return row;
}

/** Changes the given columns. @returns the changed row, null when there is none. */
export async function updateCategory(
  tx: Tx,
  id: string,
  change: { name: string | null; description: string | null; sortOrder: number | null; isActive: boolean | null },
): Promise<CategoryRow | null> {
  const [row] = await tx.rows<CategoryRow>(sql`
    UPDATE forum_categories SET name = coalesce(${change.name}, name), description = coalesce(${change.description}, description),
      sort_order = coalesce(${change.sortOrder}::int, sort_order), is_active = coalesce(${change.isActive}::boolean, is_active)
    WHERE id = ${id} RETURNING id, name, slug, description, sort_order, is_active`);
  return row ?? null;
}

/** The categories that a member follows, the latest first. */
export async function followedCategories(db: Executor, profileId: string): Promise<string[]> {
  const rows = await db.rows<{ category: string }>(
    sql`SELECT category FROM category_follows WHERE profile_id = ${profileId} ORDER BY created_at DESC, category`,
  );
  return rows.map((row) => row.category);
}

/** Follows a category. */
export async function insertFollow(db: Executor, profileId: string, category: string, at: Date): Promise<void> {
  await db.rows(sql`
    INSERT INTO category_follows (profile_id, category, created_at) VALUES (${profileId}, ${category}, ${at}) ON CONFLICT DO NOTHING`);
}

/** Follows a category no more. */
export async function deleteFollow(db: Executor, profileId: string, category: string): Promise<void> {
  await db.rows(sql`DELETE FROM category_follows WHERE profile_id = ${profileId} AND category = ${category}`);
}

/** The next followers of a category by their id. @param after the last one that was notified */
export async function followersOf(db: Executor, category: string, after: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ profile_id: string }>(sql`
    SELECT profile_id FROM category_follows WHERE category = ${category} AND profile_id > ${after}::uuid
    ORDER BY profile_id LIMIT ${limit}`);
  return rows.map((row) => row.profile_id);
}
