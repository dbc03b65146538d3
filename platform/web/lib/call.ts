import type { ContractKey, Input, Reply } from '#site/contract/contract.ts';
import type { Problem } from '#platform/contract/errors.ts';
import { failures } from '#site/contract/failures.ts';
import { generalFailure } from '#platform/contract/shown-errors.ts';
import { watched } from './socket/connection-state.ts';

/** Values of paths and queries. */
type WireValue = string | number | boolean;

/** The input of a call before it is serialised. */
export interface WireInput {
  readonly params?: Readonly<Record<string, WireValue>>;
  readonly query?: Readonly<Record<string, WireValue | undefined>>;
  readonly body?: unknown;
}

/** How a call travels: over the network in the browser, straight to the handler on the server. */
export type Transport = (key: ContractKey, input: WireInput, signal?: AbortSignal) => Promise<unknown>;

/** A refusal, or a network that failed (`code: 'network'`). Its title and detail are what a person is shown. */
export class CallError extends Error {
  override name = 'CallError';
  readonly code: Problem['code'] | 'network';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, string | number | boolean>>;

  constructor(problem: Omit<Problem, 'type' | 'code'> & { code: Problem['code'] | 'network' }) {
    super(`${problem.code}: ${problem.detail}`);
    this.code = problem.code;
    this.status = problem.status;
    this.title = problem.title;
    this.detail = problem.detail;
    this.fields = problem.fields ?? {};
    this.meta = problem.meta ?? {};
  }
}

/** A typed call to an endpoint of the contract. @throws {CallError} for refusals and a failed network. */
export type Call = <K extends ContractKey>(
  key: K,
  ...[input]: {} extends Input<K>
    ? [input?: Input<K> & { signal?: AbortSignal }]
    : [input: Input<K> & { signal?: AbortSignal }]
) => Promise<Reply<K>>;

/** Makes the client out of a transport. */
export function makeCall(transport: Transport): Call {
  return (async (key: ContractKey, input?: WireInput & { signal?: AbortSignal }) => {
    const { signal, ...wire } = input ?? {};
    return await transport(key, wire, signal);
  }) as Call;
}

/** The address of a call: its path with parameters, and the query without what is undefined. */
export function addressOf(key: ContractKey, input: WireInput): { method: string; url: string } {
  const [method, path] = key.split(' ') as [string, string];
  let url = `/api/v1${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))}`;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  if (query.size > 0) url += `?${query.toString()}`;
  return { method, url };
}

/** A refusal of the network itself: the failure toast of the endpoint. */
export function networkError(key: ContractKey, input: WireInput = {}): CallError {
  const failure = failures[key] ?? generalFailure;
  return new CallError({ code: 'network', status: 0, title: failure.title, detail: filled(failure.text, input) });
}

/** The text of an endpoint's failure toast with its parameters filled in: 'Failed to upload background {kind}'. */
function filled(text: string, { params }: WireInput): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(params?.[name] ?? place));
}

/** What is no number is refused by the server: JSON would make it null, which often means "none". */
const asNumber = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

/** Bodies up to so many characters outlive their page: browsers keep at most 64 KB of all such requests together. */
const KEPT_CHARS = 4000;

/** Calls over the network, with the session's cookie. What is written last (a mark, a short reply) survives leaving. */
export const fetchTransport: Transport = async (key, input, signal) => {
  const { method, url } = addressOf(key, input);
  const body = method === 'GET' ? undefined : JSON.stringify(input.body ?? {}, asNumber);
  let response: Response;
  try {
    response = await watched(
      fetch(url, {
        method,
        ...(signal && { signal }),
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body,
          keepalive: body.length <= KEPT_CHARS,
        }),
      }),
    );
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw networkError(key, input);
  }
  const answer = await readAnswer(response);
  if (response.ok) {
    if (answer === null || !isOurs(response)) throw networkError(key, input);
    return answer;
  }
  if (!isProblem(answer)) throw networkError(key, input);
  throw new CallError({ ...answer, status: response.status, detail: filled(answer.detail, input) });
};

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON object of an answer: every answer of the API is one. Null for anything else, and for one that was cut off. */
async function readAnswer(response: Response): Promise<JsonObject | null> {
  try {
    const answer: unknown = await response.json();
    return isObject(answer) ? answer : null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    return null;
  }
}

/** Whether a success is the site's own: complete, and with its request id, which pages of proxies and portals lack. */
const isOurs = ({ status, headers }: Response): boolean => status === 200 && headers.has('x-request-id');

const isFlat = (value: unknown, types: readonly string[]): boolean =>
  value === undefined || (isObject(value) && Object.values(value).every((item) => types.includes(typeof item)));

/** Whether a value is a refusal in the site's shape. Proxies and gateways answer with JSON of their own. */
export function isProblem(value: unknown): value is Problem {
  return (
    isObject(value) &&
    ['code', 'title', 'detail'].every((name) => typeof value[name] === 'string') &&
    isFlat(value['fields'], ['string']) &&
    isFlat(value['meta'], ['string', 'number', 'boolean'])
  );
}
