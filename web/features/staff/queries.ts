import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Input } from '#contract/contract.ts';
import type { Call } from '#web/lib/call.ts';

/** What the list of members is narrowed by; all of them without words. */
export interface MemberSearch {
  readonly q: string;
  readonly by: 'name' | 'email' | 'address';
}

/** Query keys, so that a decision reaches every cache entry that shows it. */
export const staffKeys = {
  all: ['staff'] as const,
  counts: ['staff', 'counts'] as const,
  pendingPosts: ['staff', 'pending-posts'] as const,
  pendingImages: ['staff', 'pending-images'] as const,
  complaints: ['staff', 'complaints'] as const,
  audit: ['staff', 'audit'] as const,
  approvedImages: ['staff', 'approved-images'] as const,
  forumPosts: ['staff', 'forum-posts'] as const,
  members: (q: string, by: MemberSearch['by']) => ['staff', 'members', by, q] as const,
  roles: ['staff', 'roles'] as const,
};

const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next: string | null }) => page.next,
};

const from = (cursor: string | null) => (cursor === null ? {} : { after: cursor });

/** The numbers on the tabs. */
export const countsQuery = (call: Call) =>
  queryOptions({ queryKey: staffKeys.counts, queryFn: ({ signal }) => call('GET /staff/counts', { signal }) });

/** Self-promotion posts that wait for approval, oldest first. */
export const pendingPostsQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: staffKeys.pendingPosts,
    queryFn: ({ pageParam, signal }) =>
      call('GET /staff/queue', {
        query: { kind: 'self_promotion_post', cause: 'approval', ...from(pageParam) },
        signal,
      }),
    ...pages,
  });

/** Images that wait for approval, oldest first. */
export const pendingImagesQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: staffKeys.pendingImages,
    queryFn: ({ pageParam, signal }) => call('GET /staff/gallery', { query: { ...from(pageParam) }, signal }),
    ...pages,
  });

/** Images of the gallery, featured first, then newest. */
export const approvedImagesQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: staffKeys.approvedImages,
    queryFn: ({ pageParam, signal }) => call('GET /gallery/images', { query: { ...from(pageParam) }, signal }),
    ...pages,
  });

/** The latest forum posts. One page, in the shape of a list. */
export const forumPostsQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: staffKeys.forumPosts,
    queryFn: async ({ signal }) => ({ ...(await call('GET /staff/forum-posts', { signal })), next: null }),
    ...pages,
  });

/** Members by XP, or what a search finds. */
export const membersQuery = (call: Call, { q, by }: MemberSearch) =>
  infiniteQueryOptions({
    queryKey: staffKeys.members(q, by),
    queryFn: ({ pageParam, signal }) =>
      call('GET /staff/members', { query: { ...(q !== '' && { q, by }), ...from(pageParam) }, signal }),
    ...pages,
  });

/** Custom roles, switched off ones last. */
export const rolesQuery = (call: Call) =>
  queryOptions({ queryKey: staffKeys.roles, queryFn: ({ signal }) => call('GET /staff/custom-roles', { signal }) });
/** Which complaints a list shows. */
export type ComplaintFilter = NonNullable<NonNullable<Input<'GET /staff/complaints'>['query']>['state']>;

/** Copyright complaints: those that wait oldest first, others newest first. */
export const complaintsQuery = (call: Call, state: ComplaintFilter) =>
  infiniteQueryOptions({
    queryKey: [...staffKeys.complaints, state],
    queryFn: ({ pageParam, signal }) => call('GET /staff/complaints', { query: { state, ...from(pageParam) }, signal }),
    ...pages,
  });

/** One complaint, as a notification leads to it. */
export const complaintQuery = (call: Call, complaintId: string) =>
  queryOptions({
    queryKey: [...staffKeys.complaints, 'one', complaintId],
    queryFn: ({ signal }) => call('GET /staff/complaints/:complaintId', { params: { complaintId }, signal }),
  });

/** What the audit log shows; a part that is left out shows everything. */
export type AuditFilter = Omit<NonNullable<Input<'GET /staff/audit'>['query']>, 'after'>;

/** The audit log, newest first. */
export const auditQuery = (call: Call, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...staffKeys.audit, filter],
    queryFn: ({ pageParam, signal }) => call('GET /staff/audit', { query: { ...filter, ...from(pageParam) }, signal }),
    ...pages,
  });
