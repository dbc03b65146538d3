import type { Toast } from '#platform/contract/shown-errors.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { contract } from './contract.ts';

/**
 * The failure toasts of all endpoints that declare one. The browser gets them without the contract: each page those of the
 * endpoints that it names (`scripts/bundle/contract-tables.ts`).
 */
export const failures: Readonly<Record<string, Toast>> = Object.fromEntries(
  Object.entries<Endpoint>(contract).flatMap(([key, { failure }]) =>
    failure === undefined ? [] : [[key, typeof failure === 'string' ? { title: 'Error', text: failure } : failure]],
  ),
);
