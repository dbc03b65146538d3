import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Input } from '#site/contract/contract.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** The search in the list of members; empty for all. */
export interface MemberSearch {
  readonly q: string;
  readonly by: 'name' | 'email' | 'address';
}

/** Filters of the queue; empty for everything. */
export interface QueueSearch {
  readonly view: 'open' | 'report' | 'hold' | 'mark' | 'approval' | 'decided';
  readonly kind: string;
  /** Profile id. */
  readonly author: string;
  readonly thread: string;
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
  queue: ({ view, kind, author, thread }: QueueSearch) => ['staff', 'queue', view, kind, author, thread] as const,
  item: (id: string) => ['staff', 'item', id] as const,
  words: (q: string) => ['staff', 'words', q] as const,
  overview: ['staff', 'overview'] as const,
  settings: ['staff', 'settings'] as const,
  checklist: ['staff', 'checklist'] as const,
  doctor: ['staff', 'doctor'] as const,
  jobs: ['staff', 'jobs'] as const,
  storage: ['staff', 'storage'] as const,
  categories: ['staff', 'categories'] as const,
  templates: ['staff', 'templates'] as const,
  member: (id: string) => ['staff', 'member', id] as const,
  restrictions: (id: string) => ['staff', 'restrictions', id] as const,
  notes: (id: string) => ['staff', 'notes', id] as const,
  spam: (id: string) => ['staff', 'spam', id] as const,
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
        query: { kind: 'self_promotion_post', cause: 'approval', content: 'full', ...from(pageParam) },
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

/** Filters of the audit log; an absent one matches everything. */
export type AuditFilter = Omit<NonNullable<Input<'GET /staff/audit'>['query']>, 'after'>;

/** The audit log, newest first. */
export const auditQuery = (call: Call, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...staffKeys.audit, filter],
    queryFn: ({ pageParam, signal }) => call('GET /staff/audit', { query: { ...filter, ...from(pageParam) }, signal }),
    ...pages,
  });
/** Items of the queue. */
export const queueQuery = (call: Call, search: QueueSearch) =>
  infiniteQueryOptions({
    queryKey: staffKeys.queue(search),
    queryFn: ({ pageParam, signal }) => {
      const { view, kind, author, thread } = search;
      const isCause = view !== 'open' && view !== 'decided';
      return call('GET /staff/queue', {
        query: {
          state: view === 'decided' ? 'decided' : 'open',
          ...(isCause && { cause: view }),
          // The address may name anything: the server refuses what is no kind.
          ...(kind !== '' && { kind: kind as 'forum_post' }),
          ...(author !== '' && { author }),
          ...(thread !== '' && { thread }),
          ...from(pageParam),
        },
        signal,
      });
    },
    ...pages,
  });

/** One item of the queue with its content and history. */
export const itemQuery = (call: Call, itemId: string) =>
  queryOptions({
    queryKey: staffKeys.item(itemId),
    queryFn: ({ signal }) => call('GET /staff/queue/:itemId', { params: { itemId }, signal }),
  });

/** The own templates of reasons. */
export const templatesQuery = (call: Call) =>
  queryOptions({
    queryKey: staffKeys.templates,
    queryFn: ({ signal }) => call('GET /staff/templates', { signal }),
    staleTime: 5 * 60_000,
  });

/** All that staff see of a member. */
export const memberQuery = (call: Call, profileId: string) =>
  queryOptions({
    queryKey: staffKeys.member(profileId),
    queryFn: ({ signal }) => call('GET /staff/members/:profileId', { params: { profileId }, signal }),
  });

/** A member's suspensions, silences and warnings. */
export const restrictionsQuery = (call: Call, profileId: string) =>
  queryOptions({
    queryKey: staffKeys.restrictions(profileId),
    queryFn: ({ signal }) => call('GET /staff/members/:profileId/restrictions', { params: { profileId }, signal }),
  });

/** The newest decision that a member is a spammer. */
export const spamQuery = (call: Call, profileId: string) =>
  queryOptions({
    queryKey: staffKeys.spam(profileId),
    queryFn: ({ signal }) => call('GET /staff/members/:profileId/spam', { params: { profileId }, signal }),
  });

/** Notes of staff about a member. */
export const notesQuery = (call: Call, profileId: string) =>
  queryOptions({
    queryKey: staffKeys.notes(profileId),
    queryFn: ({ signal }) => call('GET /staff/members/:profileId/notes', { params: { profileId }, signal }),
  });

/** Banned words in their order, or those that hold a text. */
export const wordsQuery = (call: Call, q: string) =>
  infiniteQueryOptions({
    queryKey: staffKeys.words(q),
    queryFn: ({ pageParam, signal }) =>
      call('GET /staff/banned-words', { query: { ...(q !== '' && { q }), ...from(pageParam) }, signal }),
    ...pages,
  });

/** Figures by day, and the state of queue, disk and checks. */
export const overviewQuery = (call: Call) =>
  queryOptions({ queryKey: staffKeys.overview, queryFn: ({ signal }) => call('GET /staff/overview', { signal }) });

/** Categories of the forum in their order, switched off ones too. */
export const categoriesQuery = (call: Call) =>
  queryOptions({
    queryKey: staffKeys.categories,
    queryFn: ({ signal }) => call('GET /staff/forum-categories', { signal }),
  });

/** Settings that change while the site runs, and their latest changes. */
export const siteSettingsQuery = (call: Call) =>
  queryOptions({ queryKey: staffKeys.settings, queryFn: ({ signal }) => call('GET /staff/settings', { signal }) });

/** What an owner does before members come, with what was found. */
export const checklistQuery = (call: Call) =>
  queryOptions({ queryKey: staffKeys.checklist, queryFn: ({ signal }) => call('GET /staff/checklist', { signal }) });

/** What the checks of the site found; asked for by a button alone. */
export const doctorQuery = (call: Call) =>
  queryOptions({
    queryKey: staffKeys.doctor,
    queryFn: ({ signal }) => call('GET /staff/doctor', { signal }),
    enabled: false,
  });

/** The queue by kind, failed jobs, and what became of the mails. */
export const jobsQuery = (call: Call) =>
  queryOptions({ queryKey: staffKeys.jobs, queryFn: ({ signal }) => call('GET /staff/jobs', { signal }) });

/** Storage use of the site. */
export const storageQuery = (call: Call) =>
  queryOptions({ queryKey: staffKeys.storage, queryFn: ({ signal }) => call('GET /staff/storage', { signal }) });
