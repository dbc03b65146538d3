import type { Access } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Feature } from '#server/platform/feature.ts';

/** Who knocks, in the order of the table's columns. */
export const people = ['visitor', 'unverified', 'suspended', 'silenced', 'member', 'moderator', 'admin'] as const;
export type Person = (typeof people)[number];

/**
 * What each access level answers to each person: null lets them in. Written out by hand, apart from the code that
 * decides, so that the access test compares two things and not one with itself.
 */
export const refusals: Readonly<Record<Access, Readonly<Record<Person, ErrorCode | null>>>> = {
  public: row(null, null, null, null, null, null),
  session: row('sign_in_required', null, null, null, null, null),
  member: row('sign_in_required', 'verification_required', 'suspended', null, null, null),
  speaker: row('sign_in_required', 'verification_required', 'suspended', 'silenced', null, null),
  moderator: row('sign_in_required', 'verification_required', 'suspended', 'forbidden', 'forbidden', null),
  admin: {
    ...row('sign_in_required', 'verification_required', 'suspended', 'forbidden', 'forbidden', 'forbidden'),
    admin: null,
  },
};

type Refused = ErrorCode | null;
function row(
  visitor: Refused,
  unverified: Refused,
  suspended: Refused,
  silenced: Refused,
  member: Refused,
  staff: Refused,
): Record<Person, Refused> {
  return { visitor, unverified, suspended, silenced, member, moderator: staff, admin: staff };
}

/** One address and its declared access. */
export interface Permission {
  /** `GET /api/v1/…` for an endpoint, `GET /…` for a document. */
  readonly address: string;
  readonly access: Access;
  readonly summary: string;
}

/** Every endpoint and document of the features, as the program declares them. */
export function permissionsOf(feature: Feature): Permission[] {
  return [
    ...(feature.routes ?? []).map((route) => ({
      address: route.key.replace(' ', ' /api/v1'),
      access: route.endpoint.access,
      summary: route.endpoint.summary,
    })),
    ...(feature.documents ?? []).map((document) => ({
      address: `${document.method} ${document.path}`,
      access: document.access,
      summary: document.summary,
    })),
    ...(feature.rawRoutes ?? []).flatMap((route) =>
      route.methods
        .filter((method) => method !== 'HEAD')
        .map((method) => ({ address: `${method} ${route.path}`, access: route.access, summary: route.summary })),
    ),
  ];
}

/** The text of `docs/permissions.md`. */
export function permissionsPage(features: readonly Feature[]): string {
  const words = (access: Access, person: Person): string => {
    const code = refusals[access][person];
    return code === null ? 'yes' : `\`${code}\``;
  };
  const levels = (Object.keys(refusals) as Access[]).map(
    (access) => `| ${access} | ${people.map((person) => words(access, person)).join(' | ')} |`,
  );
  const sections = features
    .map((feature) => ({ name: feature.name, permissions: permissionsOf(feature) }))
    .filter((section) => section.permissions.length > 0)
    .map(({ name, permissions }) =>
      [
        `## ${name}`,
        '',
        '| Address | Access | What |',
        '|---|---|---|',
        ...permissions.map(
          ({ address, access, summary }) => `| \`${address}\` | ${access} | ${summary.replaceAll('|', '\\|')} |`,
        ),
        '',
      ].join('\n'),
    );
  return [
    '# Permissions',
    '',
    'Made by `npm run permissions` from the contract; the access test calls every address below as every kind of person',
    'and fails when the site answers otherwise, or when this page is stale.',
    '',
    `| Access | ${people.join(' | ')} |`,
    `|---|${people.map(() => '---').join('|')}|`,
    ...levels,
    '',
    'An endpoint may refuse further, depending on the request: its codes are listed in `/api/docs`.',
    '',
    ...sections,
  ].join('\n');
}

/** Reads the page back: the access of each address. */
export function readPermissions(page: string): Map<string, Access> {
  const found = new Map<string, Access>();
  for (const match of page.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE) [^`]+)` \| (\w+) \|/gm)) {
    found.set(match[1]!, match[2] as Access);
  }
  return found;
}
