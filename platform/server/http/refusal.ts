import { type ErrorCode, type Problem, errors } from '#platform/contract/errors.ts';
import { type Toast, generalFailure } from '#platform/contract/shown-errors.ts';
import { failures } from '#site/contract/failures.ts';

type Meta = Readonly<Record<string, string | number | boolean>>;

/** Seconds after which another try may be worth it, by status: a full disk takes longer than a connection. */
const retrySeconds: Readonly<Record<number, number>> = { 503: 5, 507: 60 };

/** A refusal on purpose: thrown anywhere below a handler, answered as a problem document. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** `retryAfter`, in seconds, is also the answer's `Retry-After`; every refusal for an outage has it. */
  readonly meta: Meta | undefined;
  /** Words that take the place of the code's own text. */
  readonly detail: string | undefined;

  /** @param more `meta` fills `{name}` places of the text and goes to programs; `fields` names what is wrong where. */
  constructor(code: ErrorCode, more: { detail?: string; fields?: Record<string, string>; meta?: Meta } = {}) {
    super(code);
    this.code = code;
    this.fields = more.fields;
    const wait = retrySeconds[errors[code].status];
    this.meta = wait === undefined ? more.meta : { retryAfter: wait, ...more.meta };
    this.detail = more.detail;
  }
}

/** The problem document of a refusal: the code's own texts, else the endpoint's. */
export function problemOf(refusal: Refusal, endpoint: string, requestId?: string): Problem {
  const kind: { status: number } & Partial<Toast> = errors[refusal.code];
  const failure = failures[endpoint] ?? generalFailure;
  const text = refusal.detail ?? kind.text ?? failure.text;
  return {
    type: 'about:blank',
    status: kind.status,
    code: refusal.code,
    title: kind.title ?? failure.title,
    detail: text.replace(/\{(\w+)\}/g, (whole, name: string) => String(refusal.meta?.[name] ?? whole)),
    ...(refusal.fields && { fields: refusal.fields }),
    ...(refusal.meta && { meta: refusal.meta }),
    ...(requestId !== undefined && { requestId }),
  };
}
