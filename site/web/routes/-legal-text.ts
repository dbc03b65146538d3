import { notFound } from '@tanstack/react-router';
import { type LegalKey, legalPath } from '#people/legal/contract/limits.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { legalTextQuery } from '#people/legal/web/queries.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { pageHead } from '#platform/web/lib/page/page-head.ts';
import type { RouterContext } from '#platform/web/lib/router-context.ts';

/** Loads a text with what its head shows. */
export async function loadText({ queryClient, call }: RouterContext, key: LegalKey, version: number | undefined) {
  const [{ site }, text] = await Promise.all([
    queryClient.ensureQueryData(sessionQuery(call)),
    queryClient.ensureQueryData(legalTextQuery(call, key, version)).catch((error: unknown) => {
      throw error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid') ? notFound() : error;
    }),
  ]);
  return {
    head: pageHead(site, { path: legalPath(key), title: text.title, description: `${text.title} of ${site.name}.` }),
  };
}
