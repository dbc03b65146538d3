import type { z } from 'zod';

/** Samples for fields with a pattern of their own; the first that the schema accepts is used. */
const texts = [
  'sample text',
  'sample_text',
  'reader@example.org',
  '00000000-0000-7000-8000-000000000000',
  '2026-01-01T00:00:00.000Z',
  '123456',
  'https://example.org/',
  '#a1b2c3',
  // A key and a secret of a browser that gets pushes.
  'B'.padEnd(87, 'A'),
  'A'.repeat(22),
];
const numbers = [1, 0, 10, 100, 0.5, -1];

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
}

/**
 * Makes an input that a schema takes: required fields filled, optional ones left out.
 * @throws when it does not know how; then this file wants a further sample.
 */
export function sampleOf(schema: z.ZodType): unknown {
  const sample = draft(schema);
  const result = schema.safeParse(sample);
  if (!result.success) throw new Error(`No sample known for ${JSON.stringify(schema.def)}: ${result.error.message}`);
  return sample;
}

function draft(schema: z.ZodType): unknown {
  const definition = schema.def as unknown as Definition;
  const takes = (value: unknown): boolean => schema.safeParse(value).success;
  switch (definition.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape ?? {}).flatMap(([name, field]) =>
          field.safeParse(undefined).success ? [] : [[name, sampleOf(field)]],
        ),
      );
    case 'string':
      return texts.find(takes) ?? [8, 32, 64, 300].map((length) => 'a'.repeat(length)).find(takes);
    case 'number':
      return numbers.find(takes);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'literal':
      return definition.values?.[0];
    case 'enum':
      return Object.values(definition.entries ?? {})[0];
    case 'array':
      return takes([]) ? [] : [sampleOf(definition.element!)];
    case 'record':
      return {};
    case 'union':
      return sampleOf(definition.options![0]!);
    case 'pipe':
      return draft(definition.in!);
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return draft(definition.innerType!);
    default:
      return undefined;
  }
}
