import type { z } from 'zod';

/** What fields of these names hold in examples, where their schema accepts it. */
const speaking: Readonly<Record<string, unknown>> = {
  username: 'mina',
  displayName: 'Mina Okafor',
  title: 'Night drive, second mix',
  content: 'The bass comes in after eight bars now. What do you think?',
  source: 'The bass comes in after eight bars now.',
  html: '<p>The bass comes in after eight bars now.</p>',
  preview: 'The bass comes in after eight bars now.',
  summary: 'The bass comes in after eight bars now.',
  excerpt: 'The bass comes in after eight bars now.',
  description: 'Recorded at home, mixed on headphones.',
  email: 'mina@example.org',
  name: 'night-drive.wav',
  reason: 'It is an advertisement.',
  message: 'Mina Okafor answered in Night drive.',
  label: 'Music',
  color: '#35c8e6',
  icon: 'compass',
  contentType: 'audio/wav',
  avatarUrl: '/files/profile-assets/mina.webp',
  url: '/files/audio/f_night-drive.wav',
  next: 'WyIyMDI2LTAxLTAxIl0',
};

/** Samples for fields with a pattern of their own; the first that the schema accepts is used. */
const texts = [
  'sample text',
  'sample_text',
  'reader@example.org',
  '00000000-0000-7000-8000-000000000000',
  '2026-01-01T00:00:00.000Z',
  '123456',
  'https://example.org/',
  '#35c8e6',
  // A key and a secret of a browser that gets pushes.
  'B'.padEnd(87, 'A'),
  'A'.repeat(22),
  '2026-01-31',
  // A recording's code.
  'QZ-ABC-26-00001',
];
const numbers = [1, 0, 10, 100, 0.5, -1];

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly items?: readonly z.ZodType[];
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

/**
 * Makes an example of what a schema describes, for the API's documentation: with every field, one item in each list, and
 * words instead of samples where a field's name says what it holds.
 * @param field name of the field that it stands in
 * @throws as `sampleOf`
 */
export function exampleOf(schema: z.ZodType, field = ''): unknown {
  const { type, shape, element, options, innerType } = schema.def as unknown as Definition;
  const example = (): unknown => {
    switch (type) {
      case 'object':
        return Object.fromEntries(Object.entries(shape ?? {}).map(([name, part]) => [name, exampleOf(part, name)]));
      case 'array':
        return [exampleOf(element!, field)];
      case 'union':
        return exampleOf(options![0]!, field);
      case 'nullable':
      case 'optional':
      case 'default':
      case 'readonly':
        return exampleOf(innerType!, field);
      default:
        return speaking[field];
    }
  };
  const value = example();
  // What several fields forbid together, or a list that takes no such item, is the sample that is known to be taken.
  return value !== undefined && schema.safeParse(value).success ? value : sampleOf(schema);
}

/** Lists with a sample: of one item, and of two that differ. */
const listOf = (sample: unknown): unknown[][] => [[sample], [sample, `${String(sample)} 2`]];

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
      return takes([]) ? [] : listOf(sampleOf(definition.element!)).find(takes);
    case 'tuple':
      return definition.items?.map(sampleOf);
    case 'record':
      return {};
    case 'union':
      return sampleOf(definition.options![0]!);
    case 'pipe':
      return texts.find(takes) ?? draft(definition.in!);
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
