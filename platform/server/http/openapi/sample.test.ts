import { expect, test } from 'vitest';
import { contract } from '#site/contract/contract.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { sampleOf } from './sample.ts';

test.each(Object.entries(contract) as [string, Endpoint][])('there is an input that %s takes', (_key, endpoint) => {
  for (const schema of [endpoint.params, endpoint.query, endpoint.body]) {
    if (schema) expect(schema.safeParse(sampleOf(schema)).success).toBe(true);
  }
});
