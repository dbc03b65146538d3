import { z } from 'zod';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { contract } from './contract.ts';

/** What an endpoint asks of a field of its body, as attributes of the field's control. */
export interface FieldFacts {
  readonly required?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  /** What is sent for an empty control, where the shape refuses an empty text: null, or nothing. */
  readonly whenEmpty?: 'null' | 'omit';
}

/** The facts of the fields of one body, by their names. */
export type BodyFacts = Readonly<Record<string, FieldFacts>>;

function factsOf(shape: z.ZodType): FieldFacts {
  const refuses = (value: unknown): boolean => !shape.safeParse(value).success;
  // A sentence of the shape's own is left to the server: a form knows the general ones.
  const isGeneral = (tooSmall: unknown): boolean =>
    /^Too (?:small|big)/.test(shape.safeParse(tooSmall).error?.issues[0]?.message ?? '');
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  // `nullable()` is the shape itself, or null.
  const asked = (schema.anyOf?.[0] as typeof schema | undefined) ?? schema;
  const { type, enum: choices, minLength = 0, maxLength, minimum = Number.NaN, maximum = Number.NaN } = asked;
  const facts = {
    // One of a choice always has a value.
    required: choices === undefined && ['', undefined, null, false].every(refuses),
    minLength: minLength > 1 && isGeneral('x'.repeat(minLength - 1)) && minLength,
    maxLength: maxLength ?? false,
    // Whole numbers have the safe ones as limits of their own.
    min: Number.isSafeInteger(minimum - 1) && isGeneral(minimum - 1) && minimum,
    max: Number.isSafeInteger(maximum + 1) && isGeneral(maximum + 1) && maximum,
    whenEmpty: (type === 'string' || type === 'integer') && refuses('') && emptyOf(refuses),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== false));
}

function emptyOf(refuses: (value: unknown) => boolean): FieldFacts['whenEmpty'] | false {
  if (!refuses(null)) return 'null';
  return !refuses(undefined) && 'omit';
}

const known = new Map<string, BodyFacts>();

/**
 * The facts of an endpoint's body, read from its shape when they are first asked for. The browser gets them without the
 * contract: each page those of the endpoints that its forms name (`scripts/bundle/contract-tables.ts`).
 */
export function bodyFacts(key: string): BodyFacts {
  let facts = known.get(key);
  if (!facts) {
    const { body } = (contract as Readonly<Record<string, Endpoint>>)[key] ?? {};
    const fields = body instanceof z.ZodObject ? Object.entries<z.ZodType>(body.shape) : [];
    facts = Object.fromEntries(fields.map(([name, shape]) => [name, factsOf(shape)]));
    known.set(key, facts);
  }
  return facts;
}
