import type { Context } from '#server/context.ts';
import { type Executor, type Tx, sql } from '#server/platform/db/database.ts';
import { type SiteSettingName, type SiteSettings, siteSettingShapes } from './rules.ts';

/** Milliseconds for which the settings are cached in memory; a change shows up that much later in other processes. */
const AGE_MS = 5000;
const cache = new WeakMap<object, { at: number; settings: SiteSettings }>();

/** The settings in force. A stored value that no longer fits its shape counts as absent. */
export async function siteSettings(db: Executor): Promise<SiteSettings> {
  const found = cache.get(db);
  if (found && performance.now() - found.at < AGE_MS) return found.settings;
  const rows = await db.rows<{ name: string; value: unknown }>(sql`SELECT name, value FROM site_settings`);
  const fitting = rows.filter((row) => {
    const shape = (siteSettingShapes.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>)[
      row.name
    ];
    return shape?.safeParse(row.value).success;
  });
  const settings = siteSettingShapes.parse(Object.fromEntries(fitting.map((row) => [row.name, row.value])));
  cache.set(db, { at: performance.now(), settings });
  return settings;
}

/** Changes one setting in the caller's transaction; null takes the default again. @throws ZodError for a value that does not fit. */
export async function changeSiteSetting(ctx: Context, tx: Tx, name: SiteSettingName, value: unknown): Promise<void> {
  if (value === null) await tx.rows(sql`DELETE FROM site_settings WHERE name = ${name}`);
  else {
    const fitting: unknown = siteSettingShapes.shape[name].parse(value);
    await tx.rows(sql`
      INSERT INTO site_settings (name, value, updated_at) VALUES (${name}, ${JSON.stringify(fitting)}::jsonb, ${ctx.clock.now()})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`);
  }
  tx.afterCommit(() => void cache.delete(ctx.db));
}

/** Changes one setting. @throws ZodError for a value that does not fit. */
export function setSiteSetting(ctx: Context, name: SiteSettingName, value: unknown): Promise<void> {
  return ctx.db.tx((tx) => changeSiteSetting(ctx, tx, name, value));
}
