import { search } from '#content/search/contract/endpoints.ts';
import { routes } from '#platform/server/http/route.ts';
import { presentHits, presentSuggestions } from './present.ts';
import { find, suggest } from './search.ts';
import { findTracks } from './tracks.ts';

export const searchRoutes = routes(search, {
  async 'GET /search'(ctx, { viewer, query }) {
    const page = await find(ctx, viewer, query);
    return { items: await presentHits(ctx, page.query, page.found), next: page.next, corrected: page.corrected };
  },
  async 'GET /search/tracks'(ctx, { viewer, query }) {
    return await findTracks(ctx, viewer, query);
  },
  async 'GET /search/suggest'(ctx, { viewer, query: { q } }) {
    const page = await suggest(ctx, viewer, q);
    return { groups: await presentSuggestions(ctx, page.query, page.found) };
  },
});
