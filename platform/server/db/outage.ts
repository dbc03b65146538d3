/**
 * Why the database could not be used, none of it a defect of the site: it cannot be reached or was stopped (`away`), it
 * answers too late or has no room for another client (`busy`), or it can save nothing, for want of room (`full`) or
 * because it was set so (`read-only`).
 */
export type Outage = 'away' | 'busy' | 'full' | 'read-only';

/** This process gave up on the database before it answered. */
export class DatabaseOutage extends Error {
  override readonly name = 'DatabaseOutage';
  readonly outage: Outage;

  constructor(outage: Outage, message: string, options?: ErrorOptions) {
    super(message, options);
    this.outage = outage;
  }
}

/** PostgreSQL's codes (SQLSTATE) and Node's. Whole classes have two letters. */
const codes: Readonly<Record<string, Outage>> = {
  // Connection failures, and a server that stops, was stopped or is starting.
  '08': 'away',
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  // Wrong password, or no such database: it was changed beside the site.
  '28': 'away',
  '3D000': 'away',
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  ECONNABORTED: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  EHOSTDOWN: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  // Lock timeout, statement timeout, deadlock, serialization failure, too many clients, no memory.
  '55P03': 'busy',
  '57014': 'busy',
  '40P01': 'busy',
  '40001': 'busy',
  '53200': 'busy',
  '53300': 'busy',
  // Disk full, input or output error.
  '53100': 'full',
  '58030': 'full',
  ENOSPC: 'full',
  EDQUOT: 'full',
  // A standby, or set so by its administrator; the own server while its disk is full.
  '25006': 'read-only',
};

/** What pg says without a code. */
const sayings: readonly (readonly [RegExp, Outage])[] = [
  [/^timeout exceeded when trying to connect/, 'busy'],
  [/^Connection terminated|^Client has encountered a connection error|^Client was closed|^timeout expired/, 'away'],
  [/^Cannot use a pool after calling end/, 'away'],
];

/** The outage that an error stands for, its causes included; null for a defect. */
export function outageOf(error: unknown): Outage | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if (current instanceof DatabaseOutage) return current.outage;
    if (current instanceof AggregateError) return outageOf(current.errors[0]);
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    const state = codes[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? codes[code.slice(0, 2)] : undefined);
    if (state !== undefined) return state;
    const { message } = current;
    const said = code === '' ? sayings.find(([pattern]) => pattern.test(message)) : undefined;
    if (said !== undefined) return said[1];
  }
  return null;
}

/** Whether a disk has no room. The own server is read-only for no other reason. @param url of another server; empty for the own one */
export function isDiskFull(error: unknown, url: string | null | undefined): boolean {
  const outage = outageOf(error);
  return outage === 'full' || (outage === 'read-only' && !url);
}

/** The message for the operator when a start or a command can save nothing; null where something else is wrong. */
export function nothingSaved(error: unknown, url: string | null | undefined): string | null {
  if (isDiskFull(error, url))
    return 'The disk of the database is full. Nothing that was saved is lost: make room on it and start again.';
  if (outageOf(error) !== 'read-only') return null;
  return 'The database takes no changes: it is a standby, or default_transaction_read_only is on. Name the primary in DATABASE_URL, or set it off.';
}
