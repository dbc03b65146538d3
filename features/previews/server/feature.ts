import type { Feature } from '#platform/server/feature.ts';
import { previewDocuments } from './documents.ts';
import { previewAt } from './events.ts';

/** How the site looks elsewhere: preview pictures of shared addresses, icons, and what installs it as an app. */
export const previewsFeature: Feature = { name: 'previews', documents: previewDocuments, asks: [previewAt] };
