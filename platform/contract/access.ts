import type { ErrorCode } from './errors.ts';

/** Conditions of access levels: in words, and the code of the refusal. */
export const accessConditions = {
  signedIn: { words: 'signed in', code: 'sign_in_required' },
  secondFactor: {
    words: 'staff have set up two-factor sign-in where the site asks for it',
    code: 'two_factor_setup_required',
  },
  verified: { words: 'email verified', code: 'verification_required' },
  notSuspended: { words: 'not suspended', code: 'suspended' },
  staff: { words: 'moderator or admin', code: 'forbidden' },
  admin: { words: 'admin', code: 'forbidden' },
  notSilenced: { words: 'not silenced', code: 'silenced' },
  termsAccepted: { words: 'the newest terms accepted', code: 'terms_acceptance_required' },
} as const satisfies Readonly<Record<string, { readonly words: string; readonly code: ErrorCode }>>;
export type AccessCondition = keyof typeof accessConditions;

/** What all levels behind `session` ask. */
const inGoodStanding = ['signedIn', 'secondFactor', 'verified', 'notSuspended'] as const;

/**
 * Who may call an endpoint: each level with what it is for, and what it asks in the order in which that is checked. The
 * server's check, the OpenAPI document, docs/permissions.md and the tables in docs/api.md and ARCHITECTURE.md read it.
 */
export const accessLevels = {
  public: { use: 'what everybody reads', asks: [] },
  session: { use: "managing one's own account", asks: ['signedIn'] },
  member: { use: 'reading, likes, votes, removing', asks: inGoodStanding },
  speaker: { use: 'everything that others will read', asks: [...inGoodStanding, 'notSilenced', 'termsAccepted'] },
  // The reasons of staff are read by others too. Terms do not stop their work: they may have to correct the very text.
  moderator: { use: 'the work of staff', asks: [...inGoodStanding, 'staff', 'notSilenced'] },
  admin: { use: 'the work of admins', asks: [...inGoodStanding, 'admin', 'notSilenced'] },
} as const satisfies Readonly<Record<string, { readonly use: string; readonly asks: readonly AccessCondition[] }>>;
export type Access = keyof typeof accessLevels;

/** What a level asks of a caller, in words: `Signed in, email verified.` */
export function accessWords(access: Access): string {
  const asked: readonly AccessCondition[] = accessLevels[access].asks;
  if (asked.length === 0) return 'Everybody.';
  const words = asked.map((condition) => accessConditions[condition].words).join(', ');
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}

/** Codes of who may not call, each once, in the order in which they are checked. @param signIn the code for visitors */
export function accessCodes(access: Access, signIn: ErrorCode = 'sign_in_required'): ErrorCode[] {
  const asked: readonly AccessCondition[] = accessLevels[access].asks;
  return [...new Set(asked.map((one) => (one === 'signedIn' ? signIn : accessConditions[one].code)))];
}

/**
 * Codes of the steps before every handler, and of what fails below it: of every call; of those with a part of the address
 * that may be no text or too long for any id; or of those that write, which have a body and an origin.
 */
export const pipelineCodes = {
  invalid: 'every',
  bad_request: 'every',
  request_timeout: 'every',
  headers_too_large: 'every',
  rate_limited: 'every',
  wrong_host: 'every',
  section_off: 'every',
  internal: 'every',
  unavailable: 'every',
  maintenance: 'every',
  storage_gone: 'every',
  storage_full: 'every',
  not_found: 'params',
  foreign_origin: 'write',
  bad_json: 'write',
  unsupported_media_type: 'write',
  too_large: 'write',
} as const satisfies Readonly<Partial<Record<ErrorCode, 'every' | 'params' | 'write'>>>;
