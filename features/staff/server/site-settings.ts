import type { Reply } from '#site/contract/contract.ts';
import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { auditPage } from '#content/moderation/server/store.ts';
import { type SiteSettingName, siteSettingShapes } from '#people/site-settings/server/rules.ts';
import { pictureUrl } from '#people/site-settings/server/actions.ts';
import { changeSiteSetting, configuredName, ownSettings, siteSettings } from '#people/site-settings/server/store.ts';
import { type SettingText, settingTexts } from '#people/site-settings/server/rules/texts.ts';
import { parseFields } from '#platform/server/http/field-words.ts';
import { TooComplex, renderMarkdown } from '#platform/server/markdown/render.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

/** Changes that the tab shows. */
const CHANGES = 30;
/** Characters of the values of earlier changes. */
const EXCERPT = 200;

type Value = string | number | boolean;
type Field = Reply<'GET /staff/settings'>['items'][number]['field'];

interface Property {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
}
const { properties } = z.toJSONSchema(siteSettingShapes, { io: 'input' }) as unknown as {
  readonly properties: Readonly<Record<SiteSettingName, Property>>;
};
const names = Object.keys(settingTexts) as SiteSettingName[];
const defaults = siteSettingShapes.parse({});
const isName = (name: string): name is SiteSettingName => Object.hasOwn(settingTexts, name);

/** How a setting is edited, by its text or its shape. @param inForce its value */
function fieldOf(name: SiteSettingName, { options = {}, field }: SettingText, inForce: Value): Field {
  if (field === 'color') return { kind: 'color' };
  if (field === 'logo') return { kind: 'logo', url: pictureUrl(String(inForce), name === 'cover' ? 'jpg' : 'png') };
  if (field === 'markdown' || field === 'css') return { kind: field, max: properties[name].maxLength! };
  const { type, minimum, maximum, maxLength, enum: values } = properties[name];
  if (type === 'boolean') return { kind: 'switch' };
  if (values) return { kind: 'choice', options: values.map((value) => ({ value, label: options[value] ?? value })) };
  if (type === 'string') return { kind: 'text', max: maxLength! };
  return { kind: 'number', min: minimum!, max: maximum! };
}

/** What the audit log has of a change; before this was stored it had other words. */
const some = z.union([z.string(), z.number(), z.boolean()]);
const changed = z.object({ before: some, after: some, wasDefault: z.boolean() });

/** A value as staff read it: a site that has no name of its own has that of the configuration. */
const shown = (ctx: Context, name: SiteSettingName, value: Value): Value =>
  name === 'siteName' && value === '' ? configuredName(ctx) : value;

/** The tab Site settings. */
export async function readSiteSettings(ctx: Context): Promise<Reply<'GET /staff/settings'>> {
  const [now, own, rows] = await Promise.all([
    siteSettings(ctx.db),
    ownSettings(ctx.db),
    auditPage(ctx.db, { action: 'setting.' }, { before: null, limit: CHANGES }),
  ]);
  const seen = new Set<SiteSettingName>();
  const people = await peopleById(
    ctx.db,
    rows.flatMap((row) => row.actor_id ?? []),
  );
  return {
    items: names.map((name) => {
      const text = settingTexts[name];
      return {
        name,
        group: text.group,
        label: text.label,
        hint: text.hint,
        value: shown(ctx, name, now[name]),
        default: shown(ctx, name, defaults[name]),
        isDefault: !own.has(name),
        field: fieldOf(name, text, now[name]),
      };
    }),
    changes: rows.flatMap((row) => {
      const details = changed.safeParse(row.details);
      if (!details.success || !isName(row.target_id)) return [];
      const { wasDefault } = details.data;
      // Older ones cannot be undone: their beginning says enough.
      const isLatest = !seen.has(row.target_id);
      seen.add(row.target_id);
      const [before, after] = [details.data.before, details.data.after].map((value) =>
        isLatest || typeof value !== 'string' ? value : value.slice(0, EXCERPT),
      ) as [Value, Value];
      return {
        id: row.id,
        name: row.target_id,
        label: settingTexts[row.target_id].label,
        before: shown(ctx, row.target_id, before),
        undo: wasDefault ? null : before,
        after: shown(ctx, row.target_id, after),
        by: row.actor_id === null ? null : (people.get(row.actor_id) ?? unknownPerson),
        at: row.created_at.toISOString(),
      };
    }),
  };
}

/** @throws {Refusal} `too_complex` for a text that cannot be shown */
function tryText(ctx: Context, value: Value | null): void {
  try {
    renderMarkdown(String(value ?? ''), { knownUsernames: new Set(), siteUrl: ctx.siteUrl });
  } catch (error) {
    if (error instanceof TooComplex) throw new Refusal('too_complex');
    throw error;
  }
}

/** Changes a setting. @throws {Refusal} `not_found` for a setting that does not exist, `invalid` for a value out of its bounds */
export async function saveSiteSetting(
  ctx: Context,
  viewer: Viewer,
  name: string,
  value: Value | null,
): Promise<Reply<'GET /staff/settings'>> {
  if (!isName(name)) throw new Refusal('not_found');
  if (value !== null) {
    const fits = parseFields<unknown>(siteSettingShapes.shape[name], value);
    if ('fields' in fits) {
      const field = fieldOf(name, settingTexts[name], '');
      const sentence =
        field.kind === 'number'
          ? `Enter a whole number from ${field.min} to ${field.max}.`
          : Object.values(fits.fields)[0]!;
      throw new Refusal('invalid', { fields: { value: sentence } });
    }
  }
  if (name === 'homeText') tryText(ctx, value);
  await ctx.db.tx((tx) => changeSiteSetting(ctx, tx, { name, value, by: viewer.profileId }));
  return await readSiteSettings(ctx);
}
