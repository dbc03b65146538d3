import { staff } from '#contract/staff.ts';
import { routes } from '#server/platform/http/route.ts';
import { tabCounts } from './store.ts';

export const staffRoutes = routes(staff, {
  'GET /staff/counts': (ctx) => tabCounts(ctx.db),
});
