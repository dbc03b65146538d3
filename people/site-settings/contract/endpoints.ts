import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { sitePictures, styleMax } from './limits.ts';
import { id, person, timestamp } from '#platform/contract/shapes.ts';

const value = z.union([z.string().max(styleMax), z.number(), z.boolean()]);

export const siteSetting = z.object({
  name: z.string(),
  group: z.string(),
  label: z.string(),
  /** What it does, and in which unit. */
  hint: z.string(),
  value,
  default: value,
  isDefault: z.boolean(),
  field: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('number'), min: z.number(), max: z.number() }),
    z.object({ kind: z.literal('text'), max: z.number() }),
    z.object({ kind: z.literal('switch') }),
    /** `#rrggbb`, or empty. */
    z.object({ kind: z.literal('color') }),
    z.object({ kind: z.literal('markdown'), max: z.number() }),
    z.object({ kind: z.literal('css'), max: z.number() }),
    /** Its value is set by an upload; `url` is the picture in force. */
    z.object({ kind: z.literal('logo'), url: z.string().nullable() }),
    z.object({ kind: z.literal('choice'), options: z.array(z.object({ value: z.string(), label: z.string() })) }),
  ]),
});
export type SiteSetting = z.infer<typeof siteSetting>;

export const settingChange = z.object({
  /** Of its line in the audit log. */
  id,
  name: z.string(),
  label: z.string(),
  before: value,
  /** What an undo sets: null for the default. */
  undo: value.nullable(),
  after: value,
  /** Null for the operator at the command line. */
  by: person.nullable(),
  at: timestamp,
});

const reply = z.object({
  items: z.array(siteSetting),
  /** The newest 30 changes. */
  changes: z.array(settingChange),
});

/** Settings that admins change while the site runs. */
export const siteSettingEndpoints = defineEndpoints({
  'GET /staff/settings': {
    access: 'admin',
    limit: 'read',
    summary: 'Every setting that may change at run time, with its default and bounds, and who changed what.',
    reply,
    errors: [],
  },
  'PUT /staff/settings/:name': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to save the setting',
    summary: 'Changes a setting; null takes the default again. Every process of the site follows at once.',
    params: z.object({ name: z.string().max(60) }),
    body: z.object({ value: value.nullable() }),
    reply,
    errors: ['not_found', 'too_complex', 'file_not_usable'],
  },
  'POST /staff/logo': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to set the picture',
    summary:
      "Makes an own uploaded picture (purpose `site_logo`) the site's logo, or its icon, cover or head of mails, light and dark.",
    body: z.object({ fileId: id, name: z.enum(sitePictures).default('logo') }),
    reply,
    errors: ['file_not_usable', 'file_failed'],
  },
});

/** What visitors get of the settings beside the session. */
export const welcomeEndpoints = defineEndpoints({
  'GET /site/welcome': {
    access: 'public',
    limit: 'read',
    summary: 'The text that an admin has set for visitors of the home page; null where there is none.',
    reply: z.object({ html: z.string().nullable(), summary: z.string().nullable() }),
    errors: [],
  },
});
