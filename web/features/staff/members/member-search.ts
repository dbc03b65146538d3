import { staff } from '#contract/limits/staff.ts';
import type { MemberSearch } from '#web/features/staff/queries.ts';

/** The search of members that an address names. */
export const memberSearchOf = ({ q, by }: { q?: string; by?: MemberSearch['by'] }): MemberSearch => ({
  q: (q ?? '').slice(0, staff.searchMax),
  by: by ?? 'name',
});
