import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { staff as limits } from './limits.ts';
import { cursor, id, pageOf, person, timestamp } from '#platform/contract/shapes.ts';

/** What the Overview shows. */
export const staffOverview = z.object({
  /** The last 30 days (UTC) that are counted, oldest first, with today. */
  days: z.array(
    z.object({
      /** `2026-11-23`. */
      day: z.string(),
      signUps: z.int(),
      /** Members who visited. */
      active: z.int(),
      /** Posts, replies, uploads and everything else that members wrote. */
      posts: z.int(),
      plays: z.int(),
    }),
  ),
  /** When today was counted; null before the first time. */
  countedAt: timestamp.nullable(),
  /** Counted up to one above `staff.countMax`. */
  queue: z.object({ open: z.int(), oldestAt: timestamp.nullable() }),
  /** Of the data folder, in bytes; null where the system does not say. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  /** Checks of texts that broke in the last 7 days. */
  brokenChecks: z.array(z.object({ name: z.string(), count: z.int(), lastAt: timestamp })),
  /** The version that is out and newer than this one, as the operator's feed says; null for none. */
  newerVersion: z.string().nullable(),
});
export type StaffOverview = z.infer<typeof staffOverview>;

/** What waits behind the tabs of the admin panel, each counted up to one above `staff.countMax`. */
export const staffCounts = z.object({
  /** Open items of the moderation queue. */
  queue: z.int(),
  pendingPosts: z.int(),
  pendingImages: z.int(),
  complaints: z.int(),
  /** Posts of the forum that wait for a decision in the queue. */
  forumPosts: z.int(),
  /** Open items of the queue by why they are in it. */
  reported: z.int(),
  held: z.int(),
  marked: z.int(),
  approvals: z.int(),
});
export type StaffCounts = z.infer<typeof staffCounts>;

/** A forum post as the tab Forum Posts lists it. */
export const staffForumPost = z.object({
  id,
  title: z.string(),
  excerpt: z.string(),
  url: z.string(),
  author: person,
  /** Null for a post of no category. */
  category: z.string().nullable(),
  replyCount: z.number(),
  isAdult: z.boolean(),
  /** It waits for review: only its author and staff see it. */
  isHeld: z.boolean(),
  createdAt: timestamp,
});
export type StaffForumPost = z.infer<typeof staffForumPost>;

/** A member as staff see them in lists. */
export const staffMember = z.object({
  /** Profile id. */
  id,
  person,
  xp: z.number(),
  isAdmin: z.boolean(),
  isModerator: z.boolean(),
  /** Key of the rank or name of the custom role; null for none. */
  role: z.string().nullable(),
  /** Who gave the role: earned by XP, assigned by staff, or of a paid tier. */
  roleSource: z.enum(['xp', 'staff', 'tier']),
  suspendedUntil: timestamp.nullable(),
  silencedUntil: timestamp.nullable(),
  joinedAt: timestamp,
  /** What this reader may do to them. */
  can: z.object({
    toggleModerator: z.boolean(),
    assignRole: z.boolean(),
    restrict: z.boolean(),
    setAdmin: z.boolean(),
  }),
});
export type StaffMember = z.infer<typeof staffMember>;

/** All that staff see of a member. What is null is for admins alone. */
export const memberDetail = z.object({
  member: staffMember,
  credits: z.number(),
  email: z.string().nullable(),
  isVerified: z.boolean(),
  hasTwoFactor: z.boolean(),
  /** Rights of upgrades and tiers, and what gave them. */
  rights: z.array(z.object({ name: z.string(), source: z.string(), expiresAt: timestamp.nullable() })),
  sessions: z
    .array(z.object({ id, device: z.string(), address: z.string().nullable(), lastUsedAt: timestamp }))
    .nullable(),
  /** Network addresses of the last 90 days, last seen first. */
  addresses: z.array(z.object({ address: z.string(), lastSeenAt: timestamp })).nullable(),
});
export type MemberDetail = z.infer<typeof memberDetail>;

/** A role that staff made. */
export const customRole = z.object({
  id,
  /** What `role` of a member names; never changes. */
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  colorHex: z.string(),
  isActive: z.boolean(),
});
export type CustomRoleRow = z.infer<typeof customRole>;

const memberParams = z.object({ profileId: id });
const roleTexts = {
  displayName: z.string().trim().max(limits.roleDisplayNameMax),
  description: z.string().trim().max(limits.roleDescriptionMax),
  colorHex: z.string().regex(/^#[0-9a-f]{6}$/i, 'Enter a color as #rrggbb.'),
};

/** The endpoints of the admin panel that belong to no other feature. */
export const staff = defineEndpoints({
  'GET /staff/overview': {
    access: 'moderator',
    limit: 'read',
    summary: 'Figures of the last 30 days as an hourly job has counted them, and the state of queue, disk and checks.',
    reply: staffOverview,
    errors: [],
  },
  'GET /staff/counts': {
    access: 'moderator',
    limit: 'read',
    summary: 'The numbers on the tabs of the admin panel.',
    reply: staffCounts,
    errors: [],
  },
  'GET /staff/forum-posts': {
    access: 'moderator',
    limit: 'read',
    summary: 'The latest 50 forum posts, newest first, held ones too.',
    reply: z.object({ items: z.array(staffForumPost) }),
    errors: [],
  },
  'GET /staff/members': {
    access: 'moderator',
    limit: 'read',
    summary:
      'Members by XP, most first. A search answers one page: names that begin so; for admins also mail addresses that begin so, or members seen at a network address in the last 90 days.',
    query: z.object({
      after: cursor.optional(),
      q: z.string().trim().max(limits.searchMax).optional(),
      by: z.enum(['name', 'email', 'address']).default('name'),
    }),
    reply: pageOf(staffMember),
    errors: ['forbidden'],
  },
  'GET /staff/members/:profileId': {
    access: 'moderator',
    limit: 'read',
    summary:
      'A member: flags, role and rights with what gave them; for admins also mail address, sessions and network addresses.',
    params: memberParams,
    reply: memberDetail,
    errors: ['profile_not_found'],
  },
  'POST /staff/members/:profileId/corrections': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to correct the balance',
    summary:
      'Adds to the XP or credits of a member, or takes from them; never below zero. The same submit again changes nothing.',
    params: memberParams,
    body: z.object({
      currency: z.enum(['xp', 'credits']),
      amount: z.int().min(-limits.correctionMax).max(limits.correctionMax),
      reason: z.string().trim().min(1).max(limits.reasonMax),
      submitId: id,
    }),
    reply: memberDetail,
    errors: ['profile_not_found'],
  },
  'PUT /staff/members/:profileId/moderator': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to update moderator status',
    summary: 'Makes a member a moderator, or no longer; not of admins. Admins and the member are notified.',
    params: memberParams,
    body: z.object({ on: z.boolean() }),
    reply: staffMember,
    errors: ['profile_not_found', 'staff_protected', 'forbidden'],
  },
  'PUT /staff/members/:profileId/admin': {
    access: 'admin',
    limit: 'write',
    failure: 'Failed to update admin status',
    summary: 'Makes a member an admin, or no longer; never the last one. Admins and the member are notified.',
    params: memberParams,
    body: z.object({ on: z.boolean() }),
    reply: staffMember,
    errors: ['profile_not_found', 'last_admin'],
  },
  'PUT /staff/members/:profileId/role': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to update user role',
    summary:
      'Gives a member a custom role by its name or one of the ranks that staff give by hand, or takes it away (null): the rank is that of their XP again. Admins and the member are notified.',
    params: memberParams,
    body: z.object({ role: z.string().trim().max(limits.roleNameMax).nullable() }),
    reply: staffMember,
    errors: ['profile_not_found', 'staff_protected', 'own_content', 'forbidden', 'role_unknown'],
  },
  'GET /staff/custom-roles': {
    access: 'moderator',
    limit: 'read',
    summary: 'Custom roles by name: active ones, then those that were switched off.',
    reply: z.object({ items: z.array(customRole) }),
    errors: [],
  },
  'POST /staff/custom-roles': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to create custom role',
    summary: 'Creates a custom role. Its name never changes.',
    body: z.object({
      name: z.string().trim().max(limits.roleNameMax).default(''),
      displayName: roleTexts.displayName.default(''),
      description: roleTexts.description.default(''),
      colorHex: roleTexts.colorHex.default(limits.roleColor),
    }),
    reply: customRole,
    errors: [
      'role_names_required',
      'role_exists',
      'role_reserved',
      'name_unreadable',
      'banned_words',
      'private_information',
    ],
  },
  'PATCH /staff/custom-roles/:roleId': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to save custom role',
    summary: 'Edits a custom role, or switches it off: who has it is a wanderer until it is switched on again.',
    params: z.object({ roleId: id }),
    body: z.object({
      displayName: roleTexts.displayName.optional(),
      description: roleTexts.description.optional(),
      colorHex: roleTexts.colorHex.optional(),
      isActive: z.boolean().optional(),
    }),
    reply: customRole,
    errors: [
      'not_found',
      'role_names_required',
      'role_reserved',
      'name_unreadable',
      'banned_words',
      'private_information',
    ],
  },
});
