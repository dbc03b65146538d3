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
  /** Where an empty text is refused, though the field may be empty: what is sent instead. `none`: the field is left out. */
  readonly blank?: 'null' | 'none';
}

/** The facts of the fields of one body, by their names. */
export type BodyFacts = Readonly<Record<string, FieldFacts>>;

function factsOf(shape: z.ZodType): FieldFacts {
  const refuses = (value: unknown): boolean => !shape.safeParse(value).success;
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  // `nullable()` is the shape itself, or null.
  const { enum: choices, minLength = 0, ...asked } = (schema.anyOf?.[0] as typeof schema | undefined) ?? schema;
  const facts = {
    // One of a choice always has a value.
    required: (choices === undefined && ['', undefined, null, false].every(refuses)) || undefined,
    minLength: minLength > 1 ? minLength : undefined,
    maxLength: asked.maxLength,
    min: asked.minimum,
    max: asked.maximum,
    blank:
      asked.type !== 'string' || !refuses('')
        ? undefined
        : !refuses(null)
          ? 'null'
          : refuses(undefined)
            ? undefined
            : 'none',
  } as const;
  // Whole numbers have the safe ones as limits of their own.
  const isSaid = (value: unknown): boolean =>
    value !== undefined && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER;
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => isSaid(value)));
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
