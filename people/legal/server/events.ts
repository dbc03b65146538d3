import type { LegalKey } from '#people/legal/contract/limits.ts';
import { defineEvent } from '#platform/server/events/event.ts';

/** A new version of one of the operator's texts is in force. */
export const legalPublished = defineEvent<{
  readonly key: LegalKey;
  readonly before: number;
  readonly after: number;
  readonly needsAcceptance: boolean;
  /** Profile of the admin. */
  readonly by: string;
}>('legal.published');
