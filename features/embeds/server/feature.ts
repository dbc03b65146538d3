import type { Feature } from '#platform/server/feature.ts';
import { embedDocuments } from './documents.ts';
import { embeddableAt } from './events.ts';

/** Small players for other sites, oEmbed, and feeds of members: what is public, read as by a visitor. */
export const embedsFeature: Feature = { name: 'embeds', documents: embedDocuments, asks: [embeddableAt] };
