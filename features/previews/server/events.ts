import { defineQuery } from '#platform/server/events/event.ts';
import type { Preview } from './draw.ts';

/** What a preview shows of a content, beside the site's name. */
export type PreviewFacts = Omit<Preview, 'siteName' | 'color' | 'logo'>;

/** A thing as the address of its picture names it. */
export interface PreviewOf {
  readonly kind: string;
  readonly id: string;
}

/** What a preview shows of a thing; null where it is none of the feature's, or not public. */
export const previewAt = defineQuery<PreviewOf, PreviewFacts | null>('preview.shows');
