import { staff } from '#features/staff/contract/limits.ts';
import type { MemberSearch } from '#features/staff/web/queries.ts';

/** The search of members that an address names. */
export const memberSearchOf = ({ q, by }: { q?: string; by?: MemberSearch['by'] }): MemberSearch => ({
  q: (q ?? '').slice(0, staff.searchMax),
  by: by ?? 'name',
});
