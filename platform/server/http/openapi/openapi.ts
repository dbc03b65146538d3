import { z } from 'zod';
import { accessCodes, accessWords, pipelineCodes } from '#platform/contract/access.ts';
import { type ErrorCode, errors } from '#platform/contract/errors.ts';
import type { RateSettings } from '#platform/server/http/rate-settings.ts';
import { API_PREFIX } from '#platform/server/http/server.ts';
import { type Schemas, makeSchemas } from './openapi-schemas.ts';
import type { Route } from '#platform/server/http/route.ts';
import { exampleOf } from './sample.ts';

/** Every code that an endpoint can answer: its own, those of its access level, and those of the steps of its call. */
export function codesOf({ key, endpoint }: Pick<Route, 'key' | 'endpoint'>): ErrorCode[] {
  const has = { every: true, params: endpoint.params !== undefined, write: !key.startsWith('GET ') };
  const ofCalls = (Object.keys(pipelineCodes) as (keyof typeof pipelineCodes)[]).filter(
    (code) => has[pipelineCodes[code]],
  );
  return [...new Set<ErrorCode>([...endpoint.errors, ...accessCodes(endpoint.access, endpoint.signIn), ...ofCalls])];
}

function parameters(route: Route, schemas: Schemas): unknown[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = route.endpoint[part];
    if (!schema) return [];
    return Object.entries(schema.shape).map(([name, field]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || !z.safeParse(field as z.ZodType, undefined).success,
      schema: schemas.of(field as z.ZodType, 'input'),
    }));
  });
}

/** A body of JSON: its schema and an example of it. */
function json(schemas: Schemas, schema: z.ZodType, io: 'input' | 'output'): unknown {
  return { 'application/json': { schema: schemas.of(schema, io), example: exampleOf(schema) } };
}

function operation(route: Route, rates: RateSettings, schemas: Schemas): unknown {
  const { endpoint } = route;
  const rate = rates.requests[endpoint.limit];
  const byStatus = Map.groupBy(codesOf(route), (code) => errors[code].status);
  return {
    operationId: route.key.replaceAll(/[^A-Za-z0-9]+/g, '_').toLowerCase(),
    tags: [route.key.split('/')[1]!.replaceAll(':', '')],
    summary: endpoint.summary,
    description: `Who: ${accessWords(endpoint.access)} Rate: ${rate.max} in ${rate.windowSeconds} s by ${rate.by}.`,
    // Without a session everybody may call a public one; with one the answer is the member's.
    security: endpoint.access === 'public' ? [{}, { session: [] }] : [{ session: [] }],
    parameters: parameters(route, schemas),
    ...(endpoint.body && {
      requestBody: { required: true, content: json(schemas, endpoint.body, 'input') },
    }),
    responses: {
      200: { description: 'Done.', content: json(schemas, endpoint.reply, 'output') },
      ...Object.fromEntries(
        [...byStatus].map(([status, codes]) => [
          status,
          {
            description: `Codes: ${codes.join(', ')}.`,
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  };
}

/** The OpenAPI 3.1 document of every endpoint. */
export function openApiOf(
  routes: Iterable<Route>,
  site: { name: string; url: string; version: string; production: boolean; rates: RateSettings },
): unknown {
  const schemas = makeSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const [method, path] = route.key.split(' ') as [string, string];
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[template] ??= {})[method.toLowerCase()] = operation(route, site.rates, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: `${site.name} API`, version: site.version },
    servers: [{ url: site.url + API_PREFIX }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: `${site.production ? '__Host-' : ''}looproom.session_token` },
      },
      schemas: {
        ...schemas.named(),
        Problem: {
          type: 'object',
          required: ['type', 'status', 'code', 'title', 'detail'],
          properties: {
            type: { const: 'about:blank' },
            status: { type: 'integer' },
            code: { enum: Object.keys(errors) },
            title: { type: 'string' },
            detail: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            meta: { type: 'object' },
            requestId: { type: 'string' },
          },
        },
      },
    },
  };
}
