import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { contract } from '#site/contract/contract.ts';
import type { Endpoint, EndpointKey } from '#platform/contract/endpoint.ts';
import { rates } from '#platform/contract/rate-limits.ts';
import { openApiOf } from './openapi.ts';
import type { RateSettings } from '#platform/server/http/rate-settings.ts';
import { exampleOf } from './sample.ts';

const endpoints = Object.entries(contract) as [EndpointKey, Endpoint][];
const routes = endpoints.map(([key, endpoint]) => ({ key, endpoint, handle: async () => null }));
const document = openApiOf(routes, {
  name: 'Test',
  url: 'https://site.example',
  version: '1.0.0',
  production: true,
  rates: { requests: rates } as unknown as RateSettings,
}) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};

interface Body {
  readonly content: Record<string, { schema: unknown; example?: unknown }>;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: Body;
  readonly responses: Record<string, Body>;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

/** Objects in a schema with three properties or more, and every reference. */
function partsOf(schema: unknown, objects: string[], references: string[]): void {
  if (Array.isArray(schema)) for (const item of schema) partsOf(item, objects, references);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  const { $ref, type, properties } = schema as { $ref?: string; type?: string; properties?: object };
  if (typeof $ref === 'string') references.push($ref);
  if (type === 'object' && properties && Object.keys(properties).length >= 3) objects.push(JSON.stringify(schema));
  for (const part of Object.values(schema)) partsOf(part, objects, references);
}

const bodiesOf = ({ requestBody, responses }: Operation): unknown[] => [
  ...(requestBody ? [requestBody.content['application/json']!.schema] : []),
  responses['200']!.content['application/json']!.schema,
];

describe('the description of the API', () => {
  test('names every shape that is used in more than one place, and every name is there', () => {
    const places = new Map<string, Set<string>>();
    const references: string[] = [];
    const look = (place: string, schema: unknown): void => {
      const objects: string[] = [];
      partsOf(schema, objects, references);
      for (const object of objects) places.set(object, (places.get(object) ?? new Set()).add(place));
    };
    for (const { name, operation } of operations) for (const schema of bodiesOf(operation)) look(name, schema);
    for (const [name, schema] of Object.entries(document.components.schemas)) look(name, schema);
    const repeated = [...places].filter(([, where]) => where.size > 1);
    expect(
      repeated.map(([object, where]) => [
        [...where].slice(0, 3),
        Object.keys((JSON.parse(object) as { properties: object }).properties).slice(0, 8),
      ]),
    ).toEqual([]);
    const missing = new Set(references.map((one) => one.replace('#/components/schemas/', '')));
    for (const name of Object.keys(document.components.schemas)) missing.delete(name);
    expect([...missing]).toEqual([]);
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Person', 'PostCard', 'Upload']));
  });

  test('has an example of everything that is sent and answered, which the site takes and answers', () => {
    for (const { operation } of operations)
      for (const { content } of [operation.requestBody, operation.responses['200']].filter((one) => one !== undefined))
        expect([operation.operationId, content['application/json']!.example]).not.toEqual([
          operation.operationId,
          undefined,
        ]);
    for (const [key, { body, reply }] of endpoints)
      for (const schema of [body, reply])
        if (schema) expect([key, schema.safeParse(exampleOf(schema)).error?.message]).toEqual([key, undefined]);
  });

  test('has no two addresses that one request could mean, and no name of an operation twice', () => {
    // OpenAPI 3.1: templates that differ in the names of their parts alone are the same one.
    const shapes = Map.groupBy(Object.keys(document.paths), (path) => path.replaceAll(/\{[^}]+\}/g, '{}'));
    expect([...shapes.values()].filter((paths) => paths.length > 1)).toEqual([]);
    const partsOfPath = (path: string): string[] => path.split('/').slice(1);
    const isVariable = (part: string): boolean => part.startsWith(':');
    const ambiguous = endpoints.flatMap(([one, { params }], index) =>
      endpoints.slice(index + 1).flatMap(([other, { params: otherParams }]) => {
        const [a, b] = [partsOfPath(one), partsOfPath(other)];
        if (one.split(' ')[0] !== other.split(' ')[0] || a.length !== b.length) return [];
        const takes = (part: string, text: string, shape = params): boolean =>
          (shape!.shape[part.slice(1)] as z.ZodType).safeParse(text).success;
        const matches = a.every((part, at) => {
          const counterpart = b[at]!;
          if (isVariable(part) && isVariable(counterpart)) return true;
          // What no id can be is not the place of one.
          if (isVariable(part)) return takes(part, counterpart);
          return isVariable(counterpart) ? takes(counterpart, part, otherParams) : part === counterpart;
        });
        const firstOnly = a.some((part, at) => isVariable(part) && !isVariable(b[at]!));
        const otherOnly = a.some((part, at) => !isVariable(part) && isVariable(b[at]!));
        // A fixed part wins over a variable one; where each has one, the order is undefined.
        return matches && firstOnly && otherOnly ? [[one, other]] : [];
      }),
    );
    expect(ambiguous).toEqual([]);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});
