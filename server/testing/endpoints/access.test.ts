import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Access, type Endpoint, defineEndpoints } from '#contract/endpoint.ts';
import { done } from '#contract/shapes.ts';
import { features } from '#server/app.ts';
import { packageRoot } from '#server/config.ts';
import type { MemberOverrides } from '#server/features/accounts/fixtures.ts';
import type { Feature } from '#server/platform/feature.ts';
import { routes } from '#server/platform/http/route.ts';
import {
  type Person,
  people,
  permissionsOf,
  permissionsPage,
  readPermissions,
  refusals,
} from '#server/testing/permissions.ts';
import { sampleOf } from '#server/platform/http/openapi/sample.ts';
import { type Answer, type As, type Sent, type World, openWorld } from '#server/testing/world.ts';

const later = new Date(Date.now() + 86_400_000);
const makings: Readonly<Record<Exclude<Person, 'visitor'>, MemberOverrides>> = {
  unverified: { verified: false },
  suspended: { suspendedUntil: later },
  silenced: { silencedUntil: later },
  member: {},
  moderator: { moderator: true },
  admin: { admin: true },
};
const aboutWho = new Set(['sign_in_required', 'verification_required', 'suspended', 'silenced', 'forbidden']);
const page = readFileSync(path.join(packageRoot(), 'docs/permissions.md'), 'utf8');
const declared = readPermissions(page);

interface Place {
  readonly address: string;
  /** The endpoint's own codes; a document has none. */
  readonly errors: readonly string[];
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
  const usual = refusals[access][person];
  const expected = usual === 'sign_in_required' ? (place.signIn ?? usual) : usual;
  const answered = `${place.address} (${access}) answers ${person} with ${answer.status} ${JSON.stringify(code)}`;
  if (answer.status >= 500) return `${answered}: the server failed`;
  if (expected !== null) return code === expected ? null : `${answered} instead of ${expected}`;
  // "Forbidden" and the like may be the endpoint's own code, if the contract lists it.
  return aboutWho.has(code) && !place.errors.includes(code) ? `${answered} and should let them in` : null;
}

type Everybody = ReadonlyMap<Person, As | null>;

async function makeEverybody(world: World): Promise<Everybody> {
  const found = new Map<Person, As | null>();
  for (const person of people) found.set(person, person === 'visitor' ? null : await world.member(makings[person]));
  return found;
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
  world = await openWorld();
  readers = await makeEverybody(world);
});
afterAll(() => world.close());

test('docs/permissions.md is what the program declares (npm run permissions writes it)', () => {
  expect(page).toBe(permissionsPage(features));
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
  const levels = Object.keys(refusals) as Access[];
  const endpoint = (access: Access) =>
    ({ access, limit: 'read', summary: 'A trial.', reply: done, errors: [] }) as const;
  const trials = levels.map((access): Feature => ({
    name: `trial-${access}`,
    routes: routes(defineEndpoints({ [`GET /trial/${access}`]: endpoint(access) }), {
      [`GET /trial/${access}`]: async () => ({ ok: true as const }),
    }),
  }));
  const other = await openWorld({ features: [...features, ...trials] });
  try {
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
