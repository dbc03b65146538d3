import type { z } from 'zod';

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
}

/** Words that somebody may want others to read, in the alphabets of texts and of usernames. */
const words = ['Some words of mine', 'some_words'];

/** Names of a body's fields that take words, with dots between: `poll.options`. */
export function wordFields(schema: z.ZodType, at = ''): string[] {
  const { type, shape, element, options, innerType, in: from, out } = schema.def as unknown as Definition;
  if (type === 'string') return words.some((text) => schema.safeParse(text).success) ? [at] : [];
  const inner = [element, innerType, from, out, ...(options ?? [])].filter((part) => part !== undefined);
  return [
    ...inner.flatMap((part) => wordFields(part, at)),
    ...Object.entries(shape ?? {}).flatMap(([name, field]) => wordFields(field, at === '' ? name : `${at}.${name}`)),
  ];
}

/** Secrets and marks: compared, never shown. */
export const notShown: ReadonlySet<string> = new Set([
  'password',
  'current',
  'code',
  'token',
  'ticket',
  'revision',
  'version',
  'recoveryCode',
  'invitation',
  'sessionId',
]);
