import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { id, person, timestamp } from './shapes.ts';

const value = z.union([z.string().max(200), z.number(), z.boolean()]);

const siteSetting = z.object({
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
    z.object({ kind: z.literal('choice'), options: z.array(z.object({ value: z.string(), label: z.string() })) }),
  ]),
});
export type SiteSetting = z.infer<typeof siteSetting>;

const settingChange = z.object({
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
    summary: 'Changes a setting; null takes the default again. Every process of the site follows at once.',
    params: z.object({ name: z.string().max(60) }),
    body: z.object({ value: value.nullable() }),
    reply,
    errors: ['not_found'],
  },
});
