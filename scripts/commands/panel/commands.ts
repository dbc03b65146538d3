import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ContractKey, type Reply, contract } from '#site/contract/contract.ts';
import { features } from '#site/server/app.ts';
import { bannedWordList } from '#content/moderation/server/words/words-store.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal, problemOf } from '#platform/server/http/refusal.ts';
import { runRoute } from '#platform/server/http/run-route.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { viewerAtCommandLine } from '#people/accounts/server/sessions/session-reader.ts';
import {
  type Command,
  CommandError,
  type CommandContext,
  type Option,
  type Outcome,
  UsageError,
  type Value,
  optionName,
  siteCommand,
} from '../command.ts';
import { after, id, member, oneOf, text, timestamp } from '../values.ts';
import { memberNamed } from '../who.ts';
import { shownAnswer } from './answer.ts';
import { type PanelRow, panelRows } from './rows.ts';

/**
 * The panel's endpoints as commands: each runs its endpoint for one of staff by `runRoute`, so that access, validation,
 * rules, notifications and the audit log are those of the panel.
 */

type Call = <K extends ContractKey>(
  key: K,
  raw: { params?: unknown; query?: unknown; body?: unknown },
) => Promise<Reply<K>>;

interface Field {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: Field;
  readonly anyOf?: readonly Field[];
}

/** What the options and words mean, by their field. */
const meanings: Readonly<Record<string, string>> = {
  email: 'Mails the link to this address.',
  version: 'An earlier version, by its number.',
  source: 'The whole text in Markdown.',
  note: 'What it is about, in a sentence.',
  needsAcceptance: 'Whether members must accept it before they write again.',
  reason: 'Why: for the audit log, and for the member where they are notified.',
  days: 'What they made in this number of days.',
  because: 'Why it comes back.',
  state: 'Which ones.',
  q: 'What the names or addresses begin with.',
  by: 'What the search looks at.',
  role: 'Name of the role or rank.',
  name: 'Its name, which never changes.',
  displayName: 'Name that others see.',
  description: 'What it is for.',
  colorHex: 'Colour, as six hexadecimal digits after #.',
  isActive: 'Whether it can be used.',
  title: 'Its title.',
  content: 'Its text in Markdown.',
  type: 'Its mark.',
  priority: 'A number; above 3 it is marked as high.',
  expiresAt: 'Until when readers see it.',
  publishAt: 'Publishes it then; at once when not given.',
  isPinned: 'Whether it stands above others.',
  isPublished: 'Whether readers see it.',
  text: 'The text of the note.',
  word: 'A word or phrase; quote a phrase.',
  action: 'What happens; of the audit log an action, or its first part: `song.`.',
  items: 'JSON list of texts: ["one", "two"].',
  targetId: 'Only what was done to this profile, post, reply, ….',
  actor: 'Only what this member did.',
  from: 'Only since this time.',
  until: 'Only up to this time.',
};

/** A time, as endpoints take it. */
const at = (about: string): Value<string> => {
  const value = timestamp(about);
  return { ...value, read: (typed) => value.read(typed).toISOString() };
};

/** A word of a shell for a field. Bounds are checked by the endpoint. */
function valueOf(name: string, field: Field): Value<unknown> {
  if (name === 'after') return after;
  if (name === 'profileIds') return { ...member, read: (typed) => [member.read(typed)] };
  const about = meanings[name];
  if (about === undefined) throw new Error(`meanings lacks ${name}.`);
  const others = field.anyOf?.filter((one) => one.type !== 'null');
  if (others?.[0]) {
    const value = valueOf(name, others[0]);
    return {
      ...value,
      about: `${value.about} \`none\` for none.`,
      read: (typed) => (typed === 'none' ? null : value.read(typed)),
    };
  }
  if (field.enum) return oneOf(field.enum, about);
  if (field.type === 'boolean') {
    const value = oneOf(['yes', 'no'] as const, about);
    return { ...value, read: (typed) => value.read(typed) === 'yes' };
  }
  if (field.type === 'integer' || field.type === 'number')
    return {
      shape: 'NUMBER',
      about,
      read: (typed) => (/^-?\d{1,9}$/.test(typed) ? Number(typed) : fault('a whole number', typed)),
    };
  if (field.type === 'array')
    return {
      shape: 'JSON',
      about,
      read(typed) {
        try {
          return JSON.parse(typed) as unknown;
        } catch {
          return fault('JSON', typed);
        }
      },
    };
  if (field.format === 'date-time') return at(about);
  return { shape: 'TEXT', about: `${about} \`-\` reads standard input.`, read: (typed) => typed };
}

/** A field as a word of the command: its shape is the field's name. */
function wordOf(name: string, field: Field): Value<unknown> {
  const value = valueOf(name, field);
  return value.shape === 'TEXT' ? { ...value, shape: name.toUpperCase() } : value;
}

function fault(what: string, typed: string): never {
  throw new UsageError(`must be ${what}; it is "${typed}"`);
}

/** A thing that an address names: the word of the command, and its id. */
interface Named {
  readonly value: Value<string>;
  idOf?(ctx: Context, typed: string, call: Call): Promise<string>;
}

const named: Readonly<Record<string, Named>> = {
  profileId: { value: member, idOf: async (ctx, typed) => (await memberNamed(ctx, typed)).profileId },
  roleId: {
    value: text('ROLE', 'Name of a custom role.', 100),
    async idOf(_ctx, typed, call) {
      const { items } = await call('GET /staff/custom-roles', {});
      const role = items.find(({ name }) => name === typed);
      if (!role) throw new CommandError(`There is no custom role "${typed}".`);
      return role.id;
    },
  },
  wordId: {
    value: text('WORD', 'A banned word or phrase; quote a phrase.', 80),
    async idOf(ctx, typed) {
      const row = (await bannedWordList(ctx.db)).find(({ word }) => word === typed.toLowerCase());
      if (!row) throw new CommandError(`"${typed}" is not banned.`);
      return row.id;
    },
  },
  key: { value: text('KEY', 'Name of the text in its address, such as terms.', 40) },
};

/**
 * What decisions and edits are based on, read just before: the operator names what was listed, and has no page that could
 * be behind.
 */
const versions: Readonly<Record<string, (call: Call, params: Readonly<Record<string, string>>) => Promise<unknown>>> = {
  itemId: async (call, params) => (await call('GET /staff/queue/:itemId', { params })).version ?? 'none',
  complaintId: async (call, params) => (await call('GET /staff/complaints/:complaintId', { params })).version,
  key: async (call, params) => (await call('GET /staff/legal/:key', { params })).current,
  async announcementId(call, { announcementId }) {
    for (let next: string | undefined | null; next !== null;) {
      const page: Reply<'GET /staff/announcements'> = await call('GET /staff/announcements', {
        query: { ...(next && { after: next }) },
      });
      const row = page.items.find((one) => one.id === announcementId);
      if (row) return row.version;
      next = page.next;
    }
    return 0;
  },
};

/** Fields that the command fills in: nobody types them. */
const filled = new Set(['version', 'baseVersion', 'submitId']);

const fieldsOf = (schema: z.ZodType | undefined): { fields: Record<string, Field>; required: ReadonlySet<string> } => {
  if (!schema) return { fields: {}, required: new Set() };
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { fields: (json.properties ?? {}) as Record<string, Field>, required: new Set(json.required) };
};

/** One of staff whom the operator acts for: the named one, else the first admin in force. @throws {CommandError} */
async function actorOf(ctx: Context, name: string | undefined): Promise<Viewer> {
  const [owner] =
    name === undefined
      ? await ctx.db.rows<{ id: string }>(sql`
        SELECT id FROM profiles WHERE is_admin AND user_id IS NOT NULL
          AND (suspended_until IS NULL OR suspended_until <= ${ctx.clock.now()})
          AND (silenced_until IS NULL OR silenced_until <= ${ctx.clock.now()}) ORDER BY created_at, id LIMIT 1`)
      : [{ id: (await memberNamed(ctx, name)).profileId }];
  const viewer = owner ? await viewerAtCommandLine(ctx, owner.id) : null;
  if (!viewer) throw new CommandError('The site has no admin. Make one: account set-role MEMBER admin');
  if (!viewer.isAdmin && !viewer.isModerator) throw new CommandError(`${viewer.username} is not of staff.`);
  return viewer;
}

/** Runs endpoints for one of staff, without the network. Refusals have the endpoint's words. */
function callerFor(ctx: Context, viewer: Viewer, words: readonly string[]): Call {
  const caller = { viewer, address: '', userAgent: '', requestId: '', cookie: '', setHeader: () => {} };
  const routes = features.flatMap((feature) => feature.routes ?? []);
  return async (key, raw) => {
    const route = routes.find((one) => one.key === key)!;
    try {
      return (await runRoute(ctx, route, raw, caller)) as never;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, fields, meta } = error;
      throw new Refusal(code, {
        ...(fields && { fields: asTyped(fields, words) }),
        ...(meta && { meta }),
        detail: problemOf(error, key).detail,
      });
    }
  };
}

/** Fields by what the operator typed: `displayName` is `--display-name`, a word its shape. */
const asTyped = (fields: Readonly<Record<string, string>>, words: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, said]) => [
      named[name]?.value.shape ?? (words.includes(name) ? name.toUpperCase() : `--${optionName(name)}`),
      said,
    ]),
  );

function commandOf(row: PanelRow): Command {
  const endpoint = (contract as Readonly<Record<string, Endpoint>>)[row.key]!;
  const places = Object.keys(endpoint.params?.shape ?? {});
  const [query, body] = [fieldsOf(endpoint.query), fieldsOf(endpoint.body)];
  // A version is asked for where it is read, and filled in where something is changed.
  const typed = Object.entries({ ...query.fields, ...body.fields }).filter(
    ([name]) => (endpoint.body === undefined || !filled.has(name)) && !(name in (row.fixed ?? {})),
  );
  const isWord = (name: string): boolean => row.words?.includes(name) ?? false;
  const parameters = {
    ...Object.fromEntries(places.map((name) => [name, named[name]?.value ?? id('Of the list.')])),
    ...Object.fromEntries(typed.filter(([name]) => isWord(name)).map(([name, field]) => [name, wordOf(name, field)])),
  };
  const options: Record<string, Option> = Object.fromEntries(
    typed
      .filter(([name]) => !isWord(name))
      .map(([name, field]) => {
        const isRequired = query.required.has(name) || body.required.has(name);
        return [name, { ...valueOf(name, field), ...(isRequired && { required: true as const }) }];
      }),
  );
  options['as'] = text('MEMBER', 'For whom of staff; the first admin when not given.', 254);
  return siteCommand({
    name: row.name,
    about: row.about ?? endpoint.summary.replaceAll('`', ''),
    parameters,
    options,
    run: (ctx, input, context) => run(ctx, row, endpoint, input as Readonly<Record<string, unknown>>, context),
  });
}

async function run(
  site: Context,
  row: PanelRow,
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<Outcome> {
  const ctx: Context = { ...site, commandLine: row.name };
  const call = callerFor(ctx, await actorOf(ctx, input['as'] as string | undefined), row.words ?? []);
  const params: Record<string, string> = {};
  for (const name of Object.keys(endpoint.params?.shape ?? {})) {
    const word = input[name] as string;
    params[name] = (await named[name]?.idOf?.(ctx, word, call)) ?? word;
  }
  const partOf = async (schema: z.ZodType | undefined): Promise<Record<string, unknown>> => {
    const part: Record<string, unknown> = { ...row.fixed };
    for (const name of Object.keys(fieldsOf(schema).fields)) {
      const value = input[name];
      if (name === 'profileIds') part[name] = [(await memberNamed(ctx, (value as string[])[0]!)).profileId];
      else if (value === '-') part[name] = (await context.readInput()).replace(/\r?\n$/, '');
      else if (value !== undefined) part[name] = value;
      else if (name === 'submitId') part[name] = randomUUID();
      else if (filled.has(name) && schema === endpoint.body)
        part[name] = await versions[Object.keys(params)[0]!]!(call, params);
    }
    return part;
  };
  const answer = await call(row.key, {
    params,
    ...(endpoint.query && { query: await partOf(endpoint.query) }),
    ...(endpoint.body && { body: await partOf(endpoint.body) }),
  });
  return { data: answer, text: shownAnswer(answer, row.columns) };
}

/** Commands for what the panel can do, from `rows.ts`. */
export const panelCommands: readonly Command[] = panelRows.map(commandOf);
