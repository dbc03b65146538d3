import {
  type Access,
  type AccessCondition,
  accessCodes,
  accessConditions,
  accessLevels,
  accessWords,
} from '#platform/contract/access.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import type { Feature } from '#platform/server/feature.ts';

/** Who calls, in the order of the table's columns, with what each of them lacks. */
const lacking = {
  visitor: ['signedIn'],
  'staff without second factor': ['secondFactor', 'staff', 'admin'],
  unverified: ['verified', 'staff', 'admin'],
  suspended: ['notSuspended', 'staff', 'admin'],
  silenced: ['notSilenced', 'staff', 'admin'],
  'terms not accepted': ['termsAccepted', 'staff', 'admin'],
  member: ['staff', 'admin'],
  moderator: ['admin'],
  admin: [],
} as const satisfies Readonly<Record<string, readonly AccessCondition[]>>;
export type Person = keyof typeof lacking;
export const people = Object.keys(lacking) as readonly Person[];
export const levels = Object.keys(accessLevels) as readonly Access[];

/** The code with which a level refuses a person: of what it asks first and they lack; null lets them in. */
export function refusalOf(access: Access, person: Person): ErrorCode | null {
  const asked: readonly AccessCondition[] = accessLevels[access].asks;
  const missing = asked.find((condition) => (lacking[person] as readonly AccessCondition[]).includes(condition));
  return missing === undefined ? null : accessConditions[missing].code;
}

const begin = '<!-- access: npm run permissions -->';
const end = '<!-- /access -->';

/** A document with the table of access levels between its marks. @throws when it has no marks */
export function withAccessTable(document: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error('No place for the table of access levels.');
  const rows = levels.map((access) => {
    const codes = accessCodes(access).map((code) => `\`${code}\``);
    return `| \`${access}\` | ${accessLevels[access].use} | ${accessWords(access)} | ${codes.join(', ')} |`;
  });
  const table = ['| level | for | who | refused with |', '|---|---|---|---|', ...rows].join('\n');
  return `${document.slice(0, from + begin.length)}\n${table}\n${document.slice(to)}`;
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
    const code = refusalOf(access, person);
    return code === null ? 'yes' : `\`${code}\``;
  };
  const rows = levels.map((access) => `| ${access} | ${people.map((person) => words(access, person)).join(' | ')} |`);
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
    ...rows,
    '',
    'An endpoint may refuse further, depending on the request: its codes are listed in `/api/docs`.',
    '',
    ...sections,
  ].join('\n');
}

/** Reads the page back: the access of each address. */
export function readPermissions(page: string): Map<string, Access> {
  const accesses = new Map<string, Access>();
  for (const match of page.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE) [^`]+)` \| (\w+) \|/gm)) {
    accesses.set(match[1]!, match[2] as Access);
  }
  return accesses;
}
