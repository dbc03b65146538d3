import type { Context } from '#platform/server/context.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { sitePictures } from '#people/site-settings/contract/limits.ts';
import { pictureUrl } from './actions.ts';
import { settingChanged } from './events.ts';
import { type SiteSettingName, type SiteSettings, siteSettingShapes } from './rules.ts';

/** Milliseconds for which the settings are cached in memory; a change shows up that much later in other processes. */
const AGE_MS = 5000;
const cache = new WeakMap<object, { at: number; settings: SiteSettings }>();
/** How often the settings were changed: what was read before the last change counts no more. */
const changes = new WeakMap<object, number>();

function forget(db: Executor): void {
  cache.delete(db);
  changes.set(db, (changes.get(db) ?? 0) + 1);
}

/**
 * The settings in force. A stored value that no longer fits its shape counts as absent.
 * @param cachedFor the database, inside a transaction that may use what is cached for it
 */
export async function siteSettings(db: Executor, cachedFor: Executor = db): Promise<SiteSettings> {
  const cached = cache.get(cachedFor);
  if (cached && performance.now() - cached.at < AGE_MS) return cached.settings;
  const change = changes.get(cachedFor);
  const rows = await db.rows<{ name: string; value: unknown }>(sql`SELECT name, value FROM site_settings`);
  const fitting = rows.filter((row) => {
    const shape = (siteSettingShapes.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>)[
      row.name
    ];
    return shape?.safeParse(row.value).success;
  });
  const settings = siteSettingShapes.parse(Object.fromEntries(fitting.map((row) => [row.name, row.value])));
  if (changes.get(cachedFor) === change) cache.set(cachedFor, { at: performance.now(), settings });
  return settings;
}

/** The names of settings with a value of their own. */
export async function ownSettings(db: Executor): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ name: string }>(sql`SELECT name FROM site_settings`);
  return new Set(rows.map((row) => row.name));
}

/** Between processes: a setting was changed. */
export const SETTING_NEWS = 'site-setting';

/** Forgets what this process has cached; the site's name, mails and the level of the log follow what is set now. */
export async function settingsChanged(ctx: Context): Promise<void> {
  forget(ctx.db);
  const change = changes.get(ctx.db);
  const settings = await siteSettings(ctx.db);
  // Whoever has changed them since follows that.
  if (changes.get(ctx.db) !== change) return;
  follow(ctx, settings);
  followLogLevel(ctx, settings);
  followSections(ctx, settings);
}

/** Sets which parts of the site there are; who listens to one that is gone listens no more, and no page shows it. */
function followSections({ switches, realtime, pages }: Context, settings: SiteSettings): void {
  if (!switches.follow(settings)) return;
  realtime.recheckHere();
  pages.drop();
}

const startedLevels = new WeakMap<object, string>();

function followLogLevel({ log }: Context, { logLevel }: SiteSettings): void {
  const started = startedLevels.get(log) ?? log.level;
  startedLevels.set(log, started);
  log.level = logLevel === 'configured' ? started : logLevel;
}

const configuredNames = new WeakMap<object, string>();

/** The name that the configuration gives the site, whatever an admin has set. */
export const configuredName = ({ config }: Pick<Context, 'config'>): string =>
  configuredNames.get(config) ?? config.siteName;

function mailLook({ siteUrl }: Context, { color, mailHead, mailHeadDark }: SiteSettings): Context['mail']['look'] {
  const address = (sha256: string): string => `${siteUrl}${pictureUrl(sha256)}`;
  const head = mailHead === '' ? null : { light: address(mailHead), dark: address(mailHeadDark || mailHead) };
  return { color: color || null, head };
}

/** Sets the name and the maintenance in force on the configuration, where mails, feeds, pages and the server read them. */
function follow(ctx: Context, settings: SiteSettings): void {
  const { config, realtime } = ctx;
  const { siteName, maintenance, maintenanceUntil: until, maintenanceText: text } = settings;
  ctx.mail.look = mailLook(ctx, settings);
  const wasClosed = config.maintenance?.isClosed;
  const configured = configuredName({ config });
  configuredNames.set(config, configured);
  Object.assign(config, {
    siteName: `${siteName === '' ? configured : siteName}${config.isStaging ? ' (staging)' : ''}`,
    maintenance:
      maintenance === 'off'
        ? null
        : {
            isClosed: maintenance === 'closed',
            until: until === '' ? null : new Date(`${until.replace(' ', 'T')}Z`),
            text,
          },
  } satisfies Partial<Context['config']>);
  // Who may no longer be here hears nothing more.
  if (config.maintenance?.isClosed && !wasClosed) realtime.recheckHere();
}

/** Who may sign up: what an admin has set, else what the configuration says. @param db the transaction, inside one */
export async function signUpMode(ctx: Context, db: Executor = ctx.db): Promise<Context['config']['signUp']> {
  const { signUp } = await siteSettings(db);
  return signUp === 'configured' ? ctx.config.signUp : signUp;
}

const isPicture = (name: SiteSettingName): boolean => sitePictures.some((picture) => picture === name);

async function hasPicture(tx: Tx, sha256: string): Promise<boolean> {
  return (await tx.rows(sql`SELECT 1 AS one FROM site_logos WHERE sha256 = ${sha256}`)).length > 0;
}

/** One setting that is changed. */
interface SettingChange {
  readonly name: SiteSettingName;
  /** Null takes the default again. */
  readonly value: unknown;
  /** Profile of the admin; null for the operator at the command line. */
  readonly by: string | null;
}

/**
 * Changes one setting in the caller's transaction. After the commit every process of the site reads it again, and pages of
 * visitors are made again.
 * @returns the value before
 * @throws ZodError for a value that does not fit
 * @throws {Refusal} `file_not_usable` for a picture that is not stored
 */
export async function changeSiteSetting(ctx: Context, tx: Tx, { name, value, by }: SettingChange): Promise<unknown> {
  const shape = siteSettingShapes.shape[name];
  await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended('site-settings', 0))`);
  const before = (await siteSettings(tx))[name];
  const wasDefault = !(await ownSettings(tx)).has(name);
  if (value === null) await tx.rows(sql`DELETE FROM site_settings WHERE name = ${name}`);
  else {
    const fitting = shape.parse(value);
    // A picture that an undo names may be of long ago.
    if (isPicture(name) && fitting !== '' && !(await hasPicture(tx, String(fitting))))
      throw new Refusal('file_not_usable');
    await tx.rows(sql`
      INSERT INTO site_settings (name, value, updated_at) VALUES (${name}, ${JSON.stringify(fitting)}::jsonb, ${ctx.clock.now()})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`);
  }
  cache.delete(tx);
  const settings = await siteSettings(tx);
  const is = settings[name];
  await emit(ctx, tx, settingChanged, {
    name,
    before: { value: before, isDefault: wasDefault },
    after: { value: is, isDefault: value === null },
    by,
  });
  tx.afterCommit(() => {
    forget(ctx.db);
    // Before the answer: what is read next has the new name.
    follow(ctx, settings);
    followSections(ctx, settings);
    ctx.bus.send(SETTING_NEWS, null);
    ctx.pages.drop();
  });
  return before;
}

/** Changes one setting, as the operator. @throws ZodError for a value that does not fit. */
export async function setSiteSetting(ctx: Context, name: SiteSettingName, value: unknown): Promise<void> {
  await ctx.db.tx((tx) => changeSiteSetting(ctx, tx, { name, value, by: null }));
}
