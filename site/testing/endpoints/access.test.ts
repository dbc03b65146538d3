import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Access, accessCodes } from '#platform/contract/access.ts';
import { type Endpoint, defineEndpoints } from '#platform/contract/endpoint.ts';
import { done } from '#platform/contract/shapes.ts';
import { features } from '#site/server/app.ts';
import { packageRoot } from '#platform/server/config.ts';
import type { MemberOverrides } from '#people/accounts/server/fixtures.ts';
import type { Feature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/route.ts';
import {
  type Person,
  levels,
  people,
  permissionsOf,
  permissionsPage,
  readPermissions,
  refusalOf,
  withAccessTable,
} from '#site/testing/permissions.ts';
import { codesOf } from '#platform/server/http/openapi/openapi.ts';
import { sampleOf } from '#platform/server/http/openapi/sample.ts';
import { sql } from '#platform/server/db/database.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { type Answer, type As, type Sent, type World, openWorld } from '#site/testing/world.ts';

const later = new Date(Date.now() + 86_400_000);
const makings: Readonly<Record<Exclude<Person, 'visitor'>, MemberOverrides>> = {
  'staff without second factor': { moderator: true },
  unverified: { verified: false },
  suspended: { suspendedUntil: later },
  silenced: { silencedUntil: later },
  'terms not accepted': {},
  member: {},
  moderator: { moderator: true },
  admin: { admin: true },
};
const aboutWho = new Set<string>(levels.flatMap((level) => accessCodes(level)));
const page = readFileSync(path.join(packageRoot(), 'docs/permissions.md'), 'utf8');
const declared = readPermissions(page);

interface Place {
  readonly address: string;
  /** The endpoint's own codes; a document has none. */
  readonly errors: readonly string[];
  /** Every code of its description; a document has none. */
  readonly described?: readonly string[];
  /** The endpoint's own code for visitors. */
  readonly signIn?: string | undefined;
  knock(world: World, as: As | null): Promise<Answer>;
}

function sampleInput(endpoint: Endpoint): Sent {
  const part = (schema: Endpoint['body']): unknown => (schema ? sampleOf(schema) : undefined);
  return { params: part(endpoint.params) as {}, query: part(endpoint.query) as {}, body: part(endpoint.body) };
}

function placesOf(feature: Feature): Place[] {
  return [
    ...(feature.routes ?? []).map((route) => ({
      address: route.key.replace(' ', ' /api/v1'),
      errors: route.endpoint.errors,
      described: codesOf(route),
      signIn: route.endpoint.signIn,
      knock: (world: World, as: As | null) => world.call(route.key, sampleInput(route.endpoint), as),
    })),
    ...(feature.documents ?? []).map((document) => ({
      address: `${document.method} ${document.path}`,
      errors: [],
      knock: (world: World, as: As | null) =>
        world.request(document.method, document.path.replaceAll(/:\w+|\*$/g, 'sample'), as),
    })),
    ...(feature.rawRoutes ?? []).flatMap((route) =>
      route.methods
        .filter((method) => method !== 'HEAD')
        .map((method) => ({
          address: `${method} ${route.path}`,
          errors: [],
          knock: (world: World, as: As | null) =>
            world.request(method, route.path.replaceAll(/:\w+|\*$/g, 'sample'), as),
        })),
    ),
  ];
}

/** What is wrong with an answer, or null. */
function fault(place: Place, access: Access, person: Person, answer: Answer): string | null {
  const code = String((answer.body as { code?: unknown } | null)?.code);
  const usual = refusalOf(access, person);
  const expected = usual === 'sign_in_required' ? (place.signIn ?? usual) : usual;
  const answered = `${place.address} (${access}) answers ${person} with ${answer.status} ${JSON.stringify(code)}`;
  if (answer.status >= 500) return `${answered}: the server failed`;
  if (answer.status >= 400 && place.described?.includes(code) === false)
    return `${answered}, which its description leaves out`;
  if (expected !== null) return code === expected ? null : `${answered} instead of ${expected}`;
  // "Forbidden" and the like may be the endpoint's own code, if the contract lists it.
  return aboutWho.has(code) && !place.errors.includes(code) ? `${answered} and should let them in` : null;
}

const environment = { STAFF_TWO_FACTOR: 'on' };

/** Sets two-factor sign-in up for a member, whose codes nobody knows. */
async function addSecondFactor(world: World, profileId: string): Promise<void> {
  const owner = sql`FROM profiles p WHERE p.id = ${profileId}`;
  await world.ctx.db.rows(sql`UPDATE users SET two_factor_enabled = true ${owner} AND p.user_id = users.id`);
  await world.ctx.db.rows(sql`
    INSERT INTO two_factors (id, user_id, secret, backup_codes) SELECT ${randomUUID()}::uuid, p.user_id, '', '[]' ${owner}`);
}

/** Terms that everybody has to accept. */
async function publishTerms(world: World): Promise<void> {
  const admin = await world.member({ admin: true });
  await addSecondFactor(world, admin.profileId);
  const body = { source: '# Terms\n\nBe kind.', note: '', needsAcceptance: true, baseVersion: 0 };
  await world.ok('PUT /staff/legal/:key', { params: { key: 'terms' }, body }, admin);
}

type Everybody = ReadonlyMap<Person, As | null>;

async function makeEverybody(world: World): Promise<Everybody> {
  const callers = new Map<Person, As | null>();
  const made = new Map<Person, string>();
  for (const person of people) {
    const member = person === 'visitor' ? null : await world.member(makings[person]);
    callers.set(person, member);
    if (member) made.set(person, member.profileId);
  }
  const all = [...made.values()];
  for (const person of ['moderator', 'admin'] as const) await addSecondFactor(world, made.get(person)!);
  // Further than any version that is published here.
  await world.ctx.db.rows(sql`
    UPDATE profiles SET legal_revision = 1000 WHERE id = ANY(${all}::uuid[]) AND id <> ${made.get('terms not accepted')!}`);
  return callers;
}

/** Knocks as every kind of person. */
async function faultsOf(world: World, everybody: Everybody, place: Place, access: Access): Promise<string[]> {
  const faults: string[] = [];
  for (const [person, as] of everybody) {
    const wrong = fault(place, access, person, await place.knock(world, as));
    if (wrong !== null) faults.push(wrong);
  }
  return faults;
}

let world: World;
/** For reading only, which changes nobody. */
let readers: Everybody;
beforeAll(async () => {
  world = await openWorld({ environment });
  await publishTerms(world);
  readers = await makeEverybody(world);
});
afterAll(() => world.close());

test('docs/permissions.md is what the program declares (npm run permissions writes it)', () => {
  expect(page).toBe(permissionsPage(features));
});

test.each(['docs/api.md', 'ARCHITECTURE.md'])(
  '%s has the access levels as they are checked (npm run permissions)',
  (name) => {
    const document = readFileSync(path.join(packageRoot(), name), 'utf8');
    expect(document).toBe(withAccessTable(document));
  },
);

test('the table of access levels is the one that was agreed on', () => {
  // By hand, apart from what server and documents read.
  const member = ['sign_in_required', 'two_factor_setup_required', 'verification_required', 'suspended'];
  expect(Object.fromEntries(levels.map((level) => [level, accessCodes(level)]))).toEqual({
    public: [],
    session: ['sign_in_required'],
    member,
    speaker: [...member, 'silenced', 'terms_acceptance_required'],
    moderator: [...member, 'forbidden', 'silenced'],
    admin: [...member, 'forbidden', 'silenced'],
  });
});

/** Requests that no handler sees, or whose handler fails, with the code that answers them. */
const beforeHandlers: readonly {
  readonly code: string;
  readonly writes?: true;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly payload?: string;
  /** Breaks something until it is called again. */
  readonly breaks?: (world: World) => { mockRestore(): void };
}[] = [
  { code: 'wrong_host', headers: { host: 'elsewhere.example' } },
  { code: 'foreign_origin', writes: true, headers: { 'sec-fetch-site': 'cross-site' } },
  { code: 'bad_json', writes: true, headers: { 'content-type': 'application/json' }, payload: '{' },
  { code: 'too_large', writes: true, headers: { 'content-type': 'application/json' }, payload: 'x'.repeat(5_000_000) },
  { code: 'rate_limited', breaks: ({ ctx }) => vi.spyOn(ctx.limits, 'hit').mockReturnValue(5) },
  {
    code: 'unavailable',
    breaks: ({ ctx }) =>
      vi.spyOn(ctx.db.pool, 'query').mockImplementation(() => {
        throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      }),
  },
  {
    code: 'internal',
    breaks: ({ ctx }) =>
      vi.spyOn(ctx.db.pool, 'query').mockImplementation(() => {
        throw new Error('unforeseen');
      }),
  },
];

test.each(beforeHandlers)('every endpoint that can answer $code describes it', async (step) => {
  const broken = step.breaks?.(world);
  try {
    for (const route of features.flatMap((feature) => feature.routes ?? [])) {
      const [method, pattern] = route.key.split(' ') as ['GET', string];
      if (step.writes && method === 'GET') continue;
      const response = await world.app.inject({
        method,
        url: `/api/v1${pattern.replaceAll(/:\w+/g, 'sample')}`,
        headers: { host: '127.0.0.1', cookie: readers.get('member')!.cookie!, ...step.headers },
        ...(step.payload !== undefined && { payload: step.payload }),
      });
      const { code } = JSON.parse(response.body) as { code: string };
      expect([route.key, code]).toEqual([route.key, step.code]);
      expect([route.key, codesOf(route).includes(step.code as 'invalid')]).toEqual([route.key, true]);
    }
  } finally {
    broken?.mockRestore();
  }
});

describe('during maintenance', () => {
  /** What goes on for everybody, by hand, apart from what the server reads. */
  const goesOn = [
    /^\w+ \/api\/v1\/auth\//,
    /^GET \/api\/v1\/session$/,
    /^POST \/api\/v1\/payments\/events$/,
    /^POST \/api\/v1\/mail\/events\/:token$/,
    /^GET \/(?:robots\.txt|manifest\.webmanifest|favicon\.ico|[\w-]+\.png|icon\.svg)$/,
  ];
  afterAll(() => setSiteSetting(world.ctx, 'maintenance', 'off'));

  test.each(['read-only', 'closed'])('%s: every endpoint, document and file that is shut says so', async (mode) => {
    await setSiteSetting(world.ctx, 'maintenance', mode);
    const faults: string[] = [];
    for (const place of features.flatMap(placesOf)) {
      const isShut =
        (mode === 'closed' || !place.address.startsWith('GET ')) && !goesOn.some((one) => one.test(place.address));
      const { status, body } = await place.knock(world, null);
      const code = (body as { code?: unknown } | null)?.code;
      if ((code === 'maintenance') !== isShut) faults.push(`${place.address}: ${status} ${String(code)}`);
    }
    expect(faults).toEqual([]);
  });

  test('staff write, members do not, and they read when it ends', async () => {
    await setSiteSetting(world.ctx, 'maintenance', 'read-only');
    await setSiteSetting(world.ctx, 'maintenanceUntil', '2099-01-31 06:00');
    const [member, admin] = [readers.get('member')!, readers.get('admin')!];
    const { status, headers, body } = await world.call('POST /notifications/read', {}, member);
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { code: 'maintenance', detail: expect.stringContaining('2099-01-31 at 06:00 UTC') },
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(86_400);
    const settings = await world.ok('GET /session', {}, member);
    expect(settings.site.readOnly).toEqual({ why: 'maintenance', until: '2099-01-31T06:00:00.000Z', text: '' });
    await world.ok('PUT /staff/settings/:name', { params: { name: 'maintenance' }, body: { value: 'off' } }, admin);
    expect((await world.call('GET /session', {}, member)).body).toMatchObject({ site: { readOnly: null } });
  });
});

describe.each(features.filter((feature) => permissionsOf(feature).length > 0))('$name', (feature) => {
  let writers: Everybody;
  beforeAll(async () => {
    writers = await makeEverybody(world);
  });
  test.each(placesOf(feature))('$address keeps to its access', async (place) => {
    const access = declared.get(place.address);
    expect(access, `${place.address} stands in docs/permissions.md`).toBeDefined();
    // Endpoints of accounts end sessions or close accounts: fresh people for each that writes.
    const isFresh = feature.name === 'accounts' && !place.address.startsWith('GET ');
    const everybody = isFresh ? await makeEverybody(world) : place.address.startsWith('GET ') ? readers : writers;
    expect(await faultsOf(world, everybody, place, access!)).toEqual([]);
  });
});

test('an endpoint that is more open, or more closed, than its documented access is found', async () => {
  const endpoint = (access: Access) =>
    ({ access, limit: 'read', summary: 'A trial.', reply: done, errors: [] }) as const;
  const trials = levels.map((access): Feature => ({
    name: `trial-${access}`,
    routes: routes(defineEndpoints({ [`GET /trial/${access}`]: endpoint(access) }), {
      [`GET /trial/${access}`]: async () => ({ ok: true as const }),
    }),
  }));
  const other = await openWorld({ environment, features: [...features, ...trials] });
  try {
    await publishTerms(other);
    const everybody = await makeEverybody(other);
    for (const [at, real] of levels.entries()) {
      const [place] = placesOf(trials[at]!);
      for (const documented of levels) {
        const faults = await faultsOf(other, everybody, place!, documented);
        expect(faults.length > 0, `${real} documented as ${documented}`).toBe(documented !== real);
      }
    }
  } finally {
    await other.close();
  }
});
