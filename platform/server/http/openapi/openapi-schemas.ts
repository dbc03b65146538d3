import { z } from 'zod';
import { namedShapes } from '#site/contract/schemas.ts';

type Direction = 'input' | 'output';

/** Turns shapes of the contract into JSON schemas, in which the shared ones are named. */
export interface Schemas {
  /** The schema of a shape, with references to the named ones. */
  of(shape: z.ZodType, io: Direction): unknown;
  /** Every named schema that was referred to. */
  named(): Readonly<Record<string, unknown>>;
}

const REFERENCE = '#/$defs/';

/** The schemas of one document. What is sent otherwise than it is answered has a second name, with `Input` at its end. */
export function makeSchemas(): Schemas {
  const shapes = namedShapes();
  const names = z.registry<{ id: string }>();
  for (const [id, shape] of shapes) names.add(shape, { id });
  const used = new Map<string, unknown>();
  const plain = (shape: z.ZodType, io: Direction): string =>
    JSON.stringify(z.toJSONSchema(shape, { io, unrepresentable: 'any' }));
  const differs = new Map<string, boolean>();
  const nameOf = (id: string, io: Direction): string => {
    const shape = shapes.get(id)!;
    if (!differs.has(id)) differs.set(id, plain(shape, 'input') !== plain(shape, 'output'));
    return io === 'input' && differs.get(id) ? `${id}Input` : id;
  };
  /** References lead to the document's own place for named schemas. */
  const moved = (part: unknown, io: Direction): unknown => {
    if (Array.isArray(part)) return part.map((item) => moved(item, io));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, value]) =>
        name === '$ref' && typeof value === 'string'
          ? [name, `#/components/schemas/${nameOf(value.slice(REFERENCE.length), io)}`]
          : [name, moved(value, io)],
      ),
    );
  };
  return {
    of(shape, io) {
      // Inside of another one: at the root a named shape would not be a reference.
      const { properties, $defs } = z.toJSONSchema(z.object({ root: shape }), {
        io,
        metadata: names,
        unrepresentable: 'any',
      });
      for (const [id, { id: _, ...schema }] of Object.entries($defs ?? {})) {
        const name = nameOf(id, io);
        if (!used.has(name)) used.set(name, moved(schema, io));
      }
      return moved(properties!['root'], io);
    },
    named: () => Object.fromEntries([...used].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}
