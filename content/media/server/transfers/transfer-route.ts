import { API_PREFIX } from '#platform/server/http/server.ts';
import type { RawRoute } from '#platform/server/http/raw-route.ts';

/** The protocol's library is loaded with the first transfer. */
const handle: RawRoute['handle'] = async (ctx, exchange) => {
  const viewer = await exchange.viewer();
  const { answerTransfer } = await import('./tus.ts');
  await answerTransfer(ctx, viewer!, exchange);
};

/**
 * The one endpoint for files: resumable transfers by the tus protocol. `Upload-Metadata` has `filename` and `purpose`
 * (`filePurposes`); the transfer's id is the id of the staged file.
 */
export const transferRoutes: readonly RawRoute[] = [
  {
    methods: ['POST'],
    path: `${API_PREFIX}/files/uploads`,
    access: 'member',
    limit: 'transfer',
    summary: 'Begins a resumable upload (tus 1.0.0).',
    handle,
  },
  {
    methods: ['HEAD', 'PATCH', 'DELETE'],
    path: `${API_PREFIX}/files/uploads/:uploadId`,
    access: 'member',
    limit: 'transferChunk',
    summary: 'Asks how far an own upload is, adds to it, or cancels it (tus 1.0.0).',
    handle,
  },
];
