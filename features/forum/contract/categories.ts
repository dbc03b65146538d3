import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { forum as limits } from './limits.ts';
import { id } from '#platform/contract/shapes.ts';
import { followedCategory, forumCategory } from './shapes.ts';

/** The categories, for everybody and for staff. */
export const forumCategories = defineEndpoints({
  'GET /forum/categories': {
    access: 'public',
    limit: 'read',
    summary: 'The active rows of forum_categories by sort order.',
    reply: z.object({ items: z.array(forumCategory) }),
    errors: [],
  },
  'GET /forum/categories/followed': {
    access: 'session',
    limit: 'read',
    summary: 'The categories that the member follows.',
    reply: z.object({ categories: z.array(z.string()) }),
    errors: [],
  },
  'PUT /forum/categories/:category/follow': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to follow the category',
    summary: 'Follows a category, or stops: a follower is notified of new posts in it, once a day.',
    params: z.object({ category: followedCategory }),
    body: z.object({ on: z.boolean() }),
    reply: z.object({ on: z.boolean() }),
    errors: ['category_unknown'],
  },

  'GET /staff/forum-categories': {
    access: 'moderator',
    limit: 'read',
    summary: 'Every row of forum_categories, switched off ones too.',
    reply: z.object({ items: z.array(forumCategory) }),
    errors: [],
  },
  'POST /staff/forum-categories': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to save the category',
    summary: 'Adds a category.',
    body: z.object({
      name: z.string().trim().min(1).max(limits.categoryNameMax),
      description: z.string().trim().max(300).default(''),
      sortOrder: z.int().min(0).max(10_000).default(100),
    }),
    reply: forumCategory,
    errors: ['name_unreadable', 'banned_words', 'private_information'],
  },
  'PATCH /staff/forum-categories/:categoryId': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to save the category',
    summary: 'Renames or reorders a category; switching it off is for admins.',
    params: z.object({ categoryId: id }),
    body: z.object({
      name: z.string().trim().min(1).max(limits.categoryNameMax).optional(),
      description: z.string().trim().max(300).optional(),
      sortOrder: z.int().min(0).max(10_000).optional(),
      isActive: z.boolean().optional(),
    }),
    reply: forumCategory,
    errors: ['not_found', 'forbidden', 'name_unreadable', 'banned_words', 'private_information'],
  },
});
